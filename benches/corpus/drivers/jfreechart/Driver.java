package driver;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;

import org.jfree.chart.ChartFactory;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.ChartUtilities;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.event.ChartChangeEvent;
import org.jfree.chart.event.ChartChangeListener;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.xy.XYSplineRenderer;
import org.jfree.chart.title.TextTitle;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.general.DefaultPieDataset;
import org.jfree.data.statistics.HistogramDataset;
import org.jfree.data.statistics.Regression;
import org.jfree.data.time.Day;
import org.jfree.data.time.MovingAverage;
import org.jfree.data.time.TimeSeries;
import org.jfree.data.time.TimeSeriesCollection;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Draws charts of many kinds into images, without a screen. */
public final class Driver {
    public static void main(String[] arguments) throws Exception {
        int[] changes = new int[1];
        ChartChangeListener listener = new ChartChangeListener() {
            @Override
            public void chartChanged(ChartChangeEvent event) {
                changes[0]++;
            }
        };
        List<JFreeChart> charts = charts();
        for (JFreeChart chart : charts) {
            chart.addChangeListener(listener);
            chart.addSubtitle(new TextTitle("a subtitle that is long enough to be broken into several lines of text"));
            chart.setBackgroundPaint(Color.WHITE);
            ChartRenderingInfo info = new ChartRenderingInfo();
            BufferedImage image = new BufferedImage(400, 300, BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = image.createGraphics();
            chart.draw(graphics, new Rectangle2D.Double(0, 0, 400, 300), info);
            graphics.dispose();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ChartUtilities.writeChartAsPNG(bytes, chart, 200, 150);
            System.out.println(chart.getPlot().getPlotType() + " " + info.getEntityCollection().getEntityCount() + " " + (bytes.size() > 0)
                + " " + isCopied(chart) + " " + ChartUtilities.getImageMap("map", info).length());
        }
        System.out.println(changes[0]);
    }

    /** Whether a chart equals its copy; some have parts that cannot be copied. */
    private static boolean isCopied(JFreeChart chart) {
        try {
            return chart.clone().equals(chart);
        } catch (CloneNotSupportedException | RuntimeException e) {
            return false;
        }
    }

    private static List<JFreeChart> charts() {
        List<JFreeChart> charts = new ArrayList<>();
        DefaultCategoryDataset categories = new DefaultCategoryDataset();
        DefaultPieDataset pie = new DefaultPieDataset();
        for (int i = 0; i < 5; i++) {
            categories.addValue(i * i + 1, "row" + i % 2, "column" + i);
            pie.setValue("part" + i, i + 1);
        }
        charts.add(ChartFactory.createBarChart("bars", "x", "y", categories, PlotOrientation.VERTICAL, true, true, true));
        charts.add(ChartFactory.createStackedBarChart3D("stack", "x", "y", categories, PlotOrientation.HORIZONTAL, true, true, false));
        charts.add(ChartFactory.createLineChart("lines", "x", "y", categories));
        charts.add(ChartFactory.createAreaChart("area", "x", "y", categories));
        charts.add(ChartFactory.createWaterfallChart("fall", "x", "y", categories, PlotOrientation.VERTICAL, true, true, false));
        charts.add(ChartFactory.createPieChart("pie", pie));
        charts.add(ChartFactory.createRingChart("ring", pie, true, true, false));
        charts.add(ChartFactory.createPieChart3D("pie3", pie));
        CategoryPlot bars = charts.get(0).getCategoryPlot();
        ((BarRenderer) bars.getRenderer()).setBaseItemLabelGenerator(new StandardCategoryItemLabelGenerator());
        bars.getRenderer().setBaseItemLabelsVisible(true);
        bars.addRangeMarker(new ValueMarker(4));
        charts.addAll(overNumbers());
        charts.addAll(overTime());
        return charts;
    }

    private static List<JFreeChart> overNumbers() {
        XYSeries series = new XYSeries("series");
        for (int i = 1; i < 30; i++) {
            series.add(i, Math.sin(i / 3.0) * i);
        }
        XYSeriesCollection numbers = new XYSeriesCollection(series);
        double[] line = Regression.getOLSRegression(numbers, 0);
        JFreeChart scatter = ChartFactory.createScatterPlot("scatter", "x", "y", numbers);
        XYPlot plot = scatter.getXYPlot();
        plot.setDomainAxis(new LogAxis("log"));
        plot.addAnnotation(new XYTextAnnotation("here " + Math.round(line[1]), 5, 5));
        JFreeChart spline = ChartFactory.createXYLineChart("spline", "x", "y", numbers);
        spline.getXYPlot().setRenderer(new XYSplineRenderer());
        ((NumberAxis) spline.getXYPlot().getRangeAxis()).setAutoRangeIncludesZero(true);
        HistogramDataset histogram = new HistogramDataset();
        histogram.addSeries("h", new double[] {1, 2, 2, 3, 3, 3, 4}, 4);
        return List.of(scatter, spline, ChartFactory.createXYStepAreaChart("steps", "x", "y", numbers),
            ChartFactory.createHistogram("histogram", "x", "y", histogram, PlotOrientation.VERTICAL, true, true, false),
            ChartFactory.createPolarChart("polar", numbers, true, true, false));
    }

    private static List<JFreeChart> overTime() {
        TimeSeries series = new TimeSeries("time");
        Day day = new Day(new Date(1_000_000_000_000L));
        for (int i = 0; i < 20; i++) {
            series.add(day, i % 7);
            day = (Day) day.next();
        }
        TimeSeriesCollection times = new TimeSeriesCollection(series);
        times.addSeries(MovingAverage.createMovingAverage(series, "average", 3, 0));
        return List.of(ChartFactory.createTimeSeriesChart("times", "x", "y", times));
    }
}
