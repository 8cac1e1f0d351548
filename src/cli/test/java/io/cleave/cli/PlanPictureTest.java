package io.cleave.cli;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U3;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/// A plan as a drawing.
class PlanPictureTest {
  private static final SplitPlan QKV =
      SplitPlan.of(Layout.of(F32, 8, 12, 16), 1, Cut.byLengths(3, 3, 6));

  private static PlanPicture picture(SplitPlan plan, String... names) {
    return new PlanPicture(plan, List.of(names), "");
  }

  @Test
  void drawsTheRunsToScale() throws Exception {
    Document svg = parse(picture(QKV, "q", "k", "v").svg());
    List<Double> widths =
        elements(svg, "rect").skip(1).limit(3).map(box -> number(box, "width")).toList();
    assertThat(widths.get(1)).isEqualTo(widths.get(0), within(1.0));
    // But for the gap at its end.
    assertThat(widths.get(2)).isEqualTo(2 * widths.get(0), within(7.0));
    assertThat(texts(svg)).contains("q", "k", "v", QKV.headline());
  }

  @Test
  void anyNameStaysInItsPlace() throws Exception {
    PlanPicture picture = picture(QKV, "a<b>&\"c\"", "\u0000\uD800x\u202E\u200B", "שלום 🎉");
    assertThat(texts(parse(picture.svg()))).contains("a<b>&\"c\"", "??x??", "שלום 🎉");
    assertThat(picture.toString().lines()).hasSize(4);
    assertThat(picture.bar(31))
        .containsExactly("  |a<b>&\"c|??x?? |2         |", "  0       192    384      768");
  }

  @Test
  void partsAreNeverTooThinToBeSeen() throws Exception {
    SplitPlan plan = SplitPlan.of(Layout.of(U8, 3, 1_000_002), 1, Cut.byLengths(1, 1, 1_000_000));
    assertThat(elements(parse(picture(plan).svg()), "rect").skip(1))
        .allMatch(box -> number(box, "width") >= 2);
    assertThat(picture(plan).bar(80).getFirst()).startsWith("  |0  |1  |2 ");
  }

  @Test
  void drawsGapsAndPartsWhereTheyStand() throws Exception {
    PlanPicture picture = picture(QKV.only(2, 0), "v", "q");
    assertThat(picture.bar(31))
        .containsExactly("  |q       |     |v         |", "  0              384      768");
    Document svg = parse(picture.svg());
    assertThat(elements(svg, "rect").skip(1).limit(2).map(box -> number(box, "x")).toList())
        .isSorted();
    assertThat(texts(svg)).contains("q", "v");
  }

  static Stream<SplitPlan> plans() {
    Layout window = Layout.of(U8, 9, 10, 3).pitched(0, 64).cropped(0, 2, 4).cropped(1, 3, 5);
    return Stream.of(
        SplitPlan.of(window, 1, Cut.byLengths(2, 3)),
        SplitPlan.of(Layout.of(F32, 0), 0, Cut.byLengths()),
        SplitPlan.of(Layout.of(F32, 3, 0), 1, Cut.byLengths(0, 0)),
        SplitPlan.of(Layout.of(U3, 7, 33), 1, Cut.byLengths(0, 5, 0, -1, 3, 0)).without(3),
        SplitPlan.of(Layout.of(STRING, 3, 7), 1, Cut.byLengths(2, 5)),
        SplitPlan.of(Layout.of(F32, 4, 200), 1, Cut.intoEqualParts(200)),
        SplitPlan.of(Layout.of(U8, 1 << 16), 0, Cut.intoEqualParts(1 << 16)),
        SplitPlan.of(
            Layout.of(U8, 1, Long.MAX_VALUE / 8), 1, Cut.byLengths(Long.MAX_VALUE / 8 - 1, 1)));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void anyPlanFits(SplitPlan plan) throws Exception {
    String drawn = picture(plan).svg();
    assertThat(drawn.length()).isLessThan(1 << 20);
    Document svg = parse(drawn);
    double height = number(svg.getDocumentElement(), "height");
    elements(svg, "rect")
        .skip(1)
        .forEach(
            box -> {
              assertThat(number(box, "x") + number(box, "width")).isBetween(0.0, 900.0);
              assertThat(number(box, "y") + number(box, "height")).isBetween(0.0, height);
            });
    for (int columns : new int[] {1, 30, 211}) {
      assertThat(picture(plan).bar(columns))
          .allMatch(line -> line.length() <= Math.max(40, columns));
    }
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static Stream<Element> elements(Document svg, String name) {
    var found = svg.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i));
  }

  private static List<String> texts(Document svg) {
    return elements(svg, "text").map(Element::getTextContent).toList();
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }
}
