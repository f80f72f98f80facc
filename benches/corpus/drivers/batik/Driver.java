package driver;

import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;

import org.apache.batik.anim.dom.SAXSVGDocumentFactory;
import org.apache.batik.anim.dom.SVGDOMImplementation;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.transcoder.TranscoderInput;
import org.apache.batik.transcoder.TranscoderOutput;
import org.apache.batik.transcoder.image.PNGTranscoder;
import org.w3c.dom.Document;

/** Renders drawings to images without a screen, on two threads, and writes drawings. */
public final class Driver {
    private static final String DRAWING = String.join("\n",
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='120' height='90' viewBox='0 0 120 90'>",
        "<defs><linearGradient id='g'><stop offset='0' stop-color='red'/><stop offset='1' style='stop-color:#00f;stop-opacity:.5'/></linearGradient>",
        "<radialGradient id='r' cx='.4'><stop offset='.2' stop-color='lime'/><stop offset='1'/></radialGradient>",
        "<clipPath id='c'><circle cx='30' cy='30' r='20'/></clipPath><mask id='m'><rect width='60' height='60' fill='white'/></mask>",
        "<pattern id='p' width='4' height='4' patternUnits='userSpaceOnUse'><path d='M0 0l4 4' stroke='black'/></pattern>",
        "<filter id='f'><feGaussianBlur stdDeviation='1.5'/><feOffset dx='2'/><feColorMatrix type='saturate' values='.4'/></filter>",
        "<marker id='k' markerWidth='4' markerHeight='4'><path d='M0 0h4v4z'/></marker><symbol id='s'><ellipse cx='5' cy='5' rx='4' ry='2'/></symbol></defs>",
        "<style type='text/css'>.a { fill: url(#g); stroke-width: 2 } rect:first-child { opacity: .8 } #t &gt; tspan { font-weight: bold }</style>",
        "<g transform='translate(5,5) rotate(10) scale(1.1)'><rect class='a' x='1' y='1' width='30' height='20' rx='3' stroke='black'/>",
        "<polygon points='40,5 60,20 50,30' fill='url(#p)' marker-end='url(#k)'/><polyline points='1,40 20,50 30,45' fill='none' stroke='green' stroke-dasharray='3 1'/></g>",
        "<path d='M10 60 C20 40 40 80 60 60 S80 40 90 60 Q95 70 100 60 T110 60 A5 8 20 0 1 118 70 H100 V80 Z' fill='url(#r)' clip-path='url(#c)'/>",
        "<circle cx='80' cy='30' r='12' filter='url(#f)' mask='url(#m)'/><use xlink:href='#s' x='60' y='5'/><line x1='0' y1='0' x2='20' y2='9' stroke='rgb(10%,20%,30%)'/>",
        "<switch><text id='t' x='10' y='85' font-size='10'>te<tspan fill='red' dx='1'>xt</tspan></text></switch>",
        "<a xlink:href='#x'><svg x='90' y='1' width='20' height='20'><title>t</title><rect width='50%' height='50%'/></svg></a></svg>");

    public static void main(String[] arguments) throws Exception {
        String[] results = new String[2];
        Thread[] threads = new Thread[results.length];
        for (int i = 0; i < results.length; i++) {
            int n = i;
            threads[i] = new Thread(() -> {
                try {
                    results[n] = render(n + 1);
                } catch (Exception e) {
                    results[n] = e.toString();
                }
            });
            threads[i].start();
        }
        for (int i = 0; i < results.length; i++) {
            threads[i].join();
            System.out.println(results[i]);
        }
        System.out.println(written());
        Document read = new SAXSVGDocumentFactory(null).createDocument("file:///drawing.svg", new StringReader(DRAWING));
        System.out.println(read.getElementsByTagName("stop").getLength());
    }

    private static String render(int scale) throws Exception {
        PNGTranscoder transcoder = new PNGTranscoder();
        transcoder.addTranscodingHint(PNGTranscoder.KEY_WIDTH, 120f * scale);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        transcoder.transcode(new TranscoderInput(new StringReader(DRAWING)), new TranscoderOutput(bytes));
        return scale + " " + (bytes.size() > 100);
    }

    private static String written() throws Exception {
        Document document = SVGDOMImplementation.getDOMImplementation().createDocument(SVGDOMImplementation.SVG_NAMESPACE_URI, "svg", null);
        SVGGraphics2D graphics = new SVGGraphics2D(document);
        graphics.setPaint(new java.awt.GradientPaint(0, 0, java.awt.Color.RED, 5, 5, java.awt.Color.BLUE));
        graphics.fill(new java.awt.geom.Ellipse2D.Double(1, 2, 30, 20));
        graphics.rotate(.3);
        graphics.setStroke(new java.awt.BasicStroke(2, 0, 1, 1, new float[] {2, 1}, 0));
        graphics.draw(new java.awt.Rectangle(4, 4, 9, 9));
        graphics.clip(new java.awt.Rectangle(0, 0, 50, 50));
        graphics.drawString("text", 3, 9);
        graphics.drawImage(new java.awt.image.BufferedImage(3, 3, java.awt.image.BufferedImage.TYPE_INT_ARGB), 1, 1, null);
        StringWriter text = new StringWriter();
        graphics.stream(text, true);
        return "" + (text.toString().length() > 200);
    }
}
