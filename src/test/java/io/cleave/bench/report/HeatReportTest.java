package io.cleave.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.bench.Absence;
import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Measurement;
import io.cleave.bench.Role;
import io.cleave.bench.Subject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/// A heat as table, JSON and picture.
class HeatReportTest {
  private static final long BYTES = 1_000_000_000;

  private static final Measurement COPY =
      new Measurement(Role.COPY, new Label("cpu", "", "copy, 1 thread"), 0.1, BYTES);
  private static final Measurement SLOW_COPY =
      new Measurement(Role.COPY, new Label("cpu", "", "copy, 2 threads"), 0.2, BYTES);
  private static final Measurement SPLITTER =
      new Measurement(
          Role.SPLITTER,
          new Label("a <very> \"long\" name & more", "lwjgl", "fused"),
          0.125,
          BYTES);
  private static final Measurement PEER =
      new Measurement(Role.PEER, new Label("onnxruntime", "", "2 threads"), 0.25, BYTES);

  private static final Heat HEAT =
      new Heat(
          new Subject(
              "X-own",
              "why not",
              SplitPlan.byLengths(Shape.of(1000, 1000, 1000), ElementType.U8, 1, 400, 600)),
          List.of(COPY, SLOW_COPY, SPLITTER, PEER),
          List.of(new Absence(new Label("gone", "", ""), "it went", false)));

  @Test
  void printsTheFastestFirst() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(HeatTable.of(HEAT))
          .containsExactly(
              "X-own  u8 [1000, 1000, 1000] along axis 1 into 2 parts: 1000 rows of 1000000 bytes "
                  + " (why not)",
              "                                                                 time    GB/s  x"
                  + " copy  x peer",
              "  cpu                             copy, 1 thread            100.00 ms    20.0   "
                  + " 1.00    2.50",
              "  a <very> \"long\" name ... lwjgl  fused                     125.00 ms    16.0   "
                  + " 0.80    2.00",
              "  cpu                             copy, 2 threads           200.00 ms    10.0   "
                  + " 0.50    1.25",
              "  onnxruntime                     2 threads                 250.00 ms     8.0   "
                  + " 0.40    1.00",
              "  gone absent: it went");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void printsTheBestOfEach() {
    assertThat(HeatTable.summary(List.of(HEAT, HEAT)))
        .hasSize(3)
        .last()
        .asString()
        .contains("X-own", "lwjgl fused", "125.00 ms", "0.80", "2.00");
  }

  @Test
  void writesAnObjectForEachMeasurement() {
    List<JsonValue> rows = JsonReader.parse(HeatJson.of(List.of(HEAT)).pretty()).asArray().items();
    assertThat(rows).hasSize(4);
    assertThat(rows.get(2).toString())
        .isEqualTo(
            """
            {"subject":"X-own","role":"splitter","shape":[1000,1000,1000],"type":"u8","to":"u8","axis":1,\
            "lengths":[400,600],"memory":"native","device":"a <very> \\"long\\" name & more","binding":"lwjgl",\
            "route":"fused","bytes":1000000000,"seconds":0.125,"median_seconds":0.125,"gbps":16.0,"ratio_to_copy":0.8,\
            "ratio_to_peer":2.0}\
            """);
  }

  @Test
  void drawsABarForEachMeasurement() throws Exception {
    Document chart = parsed(HeatChart.of(List.of(HEAT), "a < b"));
    NodeList bars = chart.getElementsByTagName("rect");
    assertThat(bars.getLength()).isEqualTo(1 + 4);
    double copy = width(bars, 1);
    assertThat(width(bars, 2) / copy).isBetween(0.79, 0.81);
    assertThat(chart.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("a < b");
  }

  @Test
  void drawsACurveForEachWhoTookPart() throws Exception {
    Document chart = parsed(GrowthChart.of(List.of(HEAT, HEAT), "growth"));
    NodeList paths = chart.getElementsByTagName("path");
    long curves = 0;
    for (int i = 0; i < paths.getLength(); i++) {
      curves += paths.item(i).getAttributes().getNamedItem("style") == null ? 0 : 1;
    }
    assertThat(curves).isEqualTo(2 * 4);
    assertThat(GrowthChart.of(List.of(HEAT), "one")).doesNotContain("NaN");
  }

  private static double width(NodeList bars, int index) {
    return Double.parseDouble(
        bars.item(index).getAttributes().getNamedItem("width").getTextContent());
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }
}
