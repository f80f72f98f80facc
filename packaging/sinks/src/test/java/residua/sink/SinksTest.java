package residua.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.SimpleLogRecordProcessor;
import io.opentelemetry.sdk.testing.exporter.InMemoryLogRecordExporter;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import residua.runtime.Reports;
import residua.runtime.ViolationHandler;

/** Each sink gets reports of the runtime, and gives them to the real library. */
class SinksTest {
    private static final String LINE = "residua: violation of Door in broken by knock at app/House.java:7 (java.lang.Object@";
    private static final String MESSAGE = "): a knock at a broken door";

    private final Object instance = new Object();

    @BeforeAll
    static void describe() {
        Reports.describe("Door", "error", "a knock at a broken door", "mend it first");
        Reports.describe("Window", "warning", null, null);
        Reports.describe("Roof", "note", null, null);
    }

    private void report(ViolationHandler sink, String property) {
        Reports.addHandler(sink);
        try {
            Reports.report("app/House.java:7", property, "broken", "knock", instance);
            Reports.leave();
        } finally {
            Reports.removeHandler(sink);
        }
    }

    private static void assertIsLine(String text) {
        assertTrue(text.startsWith(LINE) && text.endsWith(MESSAGE), text);
    }

    @Test
    void systemLogger() {
        List<LogRecord> records = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                records.add(record);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("residua");
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);

        for (String property : List.of("Door", "Window", "Roof")) {
            report(new SystemLogger(), property);
        }

        assertIsLine(records.get(0).getMessage());
        List<String> levels = new ArrayList<>();
        records.forEach(record -> levels.add(record.getLoggerName() + " " + record.getLevel()));
        assertEquals(List.of("residua.Door SEVERE", "residua.Window WARNING", "residua.Roof INFO"), levels);
    }

    @Test
    void slf4j() {
        ListAppender<ILoggingEvent> appender = new ListAppender<>() {
            @Override
            protected void append(ILoggingEvent event) {
                event.prepareForDeferredProcessing();
                super.append(event);
            }
        };
        appender.start();
        var logger = (ch.qos.logback.classic.Logger) LoggerFactory.getLogger("residua");
        logger.addAppender(appender);
        logger.setAdditive(false);

        for (String property : List.of("Door", "Window", "Roof")) {
            report(new Slf4j(), property);
        }

        ILoggingEvent first = appender.list.get(0);
        assertIsLine(first.getFormattedMessage());
        assertEquals("mend it first", first.getMDCPropertyMap().get("residua.help"));
        assertEquals("app/House.java:7", first.getMDCPropertyMap().get("residua.at"));
        Map<String, String> after = MDC.getCopyOfContextMap();
        assertTrue(after == null || after.isEmpty());
        List<String> levels = new ArrayList<>();
        appender.list.forEach(event -> levels.add(event.getLoggerName() + " " + event.getLevel()));
        assertEquals(List.of("residua.Door ERROR", "residua.Window WARN", "residua.Roof INFO"), levels);
    }

    @Test
    void flightRecorder(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("run.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            report(new Jfr(), "Door");
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if (event.getEventType().getName().equals("residua.Violation")) {
                events.add(event);
            }
        }
        assertEquals(1, events.size());
        RecordedEvent event = events.get(0);
        assertEquals("Door", event.getString("property"));
        assertEquals("app/House.java:7", event.getString("at"));
        assertEquals("mend it first", event.getString("help"));
        assertTrue(event.getStackTrace().getFrames().stream().anyMatch(f -> f.getMethod().getName().equals("flightRecorder")));
        assertTrue(Files.size(file) > 0);
    }

    @Test
    void jmx() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("residua:type=Violations");
        Jmx sink = new Jmx();
        List<String> notified = new ArrayList<>();
        server.addNotificationListener(name, (notification, back) -> notified.add(notification.getMessage()), null, null);

        report(sink, "Door");
        report(sink, "Door");
        report(sink, "Window");

        assertEquals(3L, server.getAttribute(name, "Count"));
        TabularData counts = (TabularData) server.getAttribute(name, "CountByProperty");
        assertEquals(2L, counts.get(new Object[] {"Door"}).get("value"));
        assertEquals(1L, counts.get(new Object[] {"Window"}).get("value"));
        assertTrue(server.getAttribute(name, "Last").toString().startsWith("residua: violation of Window in broken"));
        assertEquals(3, notified.size());
        assertIsLine(notified.get(0));
    }

    @Test
    void openTelemetry() {
        InMemoryLogRecordExporter logs = InMemoryLogRecordExporter.create();
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        GlobalOpenTelemetry.resetForTest();
        OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setLoggerProvider(SdkLoggerProvider.builder().addLogRecordProcessor(SimpleLogRecordProcessor.create(logs)).build())
            .setTracerProvider(SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build())
            .buildAndRegisterGlobal();
        Span span = sdk.getTracer("test").spanBuilder("request").startSpan();
        try (Scope scope = span.makeCurrent()) {
            assertTrue(scope != null);
            report(new OpenTelemetry(), "Door");
        } finally {
            span.end();
        }

        LogRecordData record = logs.getFinishedLogRecordItems().get(0);
        assertIsLine(record.getBodyValue().asString());
        assertEquals("ERROR", record.getSeverity().name());
        assertEquals(span.getSpanContext().getTraceId(), record.getSpanContext().getTraceId());
        assertEquals("Door", record.getAttributes().get(AttributeKey.stringKey("residua.property")));
        EventData event = spans.getFinishedSpanItems().get(0).getEvents().get(0);
        assertEquals("residua.violation", event.getName());
        assertEquals("mend it first", event.getAttributes().get(AttributeKey.stringKey("residua.help")));
        sdk.close();
    }

    @Test
    void micrometer() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Metrics.addRegistry(registry);
        report(new Micrometer(), "Door");
        report(new Micrometer(), "Door");
        report(new Micrometer(), "Window");
        assertEquals(2.0, registry.get("residua.violations").tag("residua.property", "Door").counter().count());
        assertEquals(1.0, registry.get("residua.violations").tag("residua.severity", "warning").counter().count());
        Metrics.removeRegistry(registry);
    }
}
