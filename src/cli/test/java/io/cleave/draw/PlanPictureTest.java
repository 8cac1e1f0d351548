package io.cleave.draw;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U3;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
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
  private static final SplitPlan QKV = SplitPlan.byLengths(Shape.of(8, 12, 16), F32, 1, 3, 3, 6);

  private static PlanPicture picture(SplitPlan plan, String... names) {
    return new PlanPicture(
        plan, List.of(names), Optional.empty(), Optional.empty(), Optional.empty());
  }

  @Test
  void drawsTheRunsToScale() throws Exception {
    Document svg = parse(picture(QKV, "q", "k", "v").svg());
    List<Double> widths =
        elements(svg, "rect").skip(1).limit(3).map(box -> number(box, "width")).toList();
    assertThat(widths.get(1)).isEqualTo(widths.get(0), within(0.2));
    // But for the gap at its end.
    assertThat(widths.get(2)).isEqualTo(2 * widths.get(0), within(1.2));
    assertThat(texts(svg)).contains("q", "k", "v", "0", "192", "384", "768", QKV.headline());
  }

  @Test
  void anyNameStaysInItsPlace() throws Exception {
    PlanPicture picture = picture(QKV, "a<b>&\"c\"", "\u0000\uD800x\u202E\u200B", "שלום 🎉");
    assertThat(texts(parse(picture.svg()))).contains("a<b>&\"c\"", "??x??", "שלום 🎉");
    assertThat(picture.toString().lines()).hasSize(4);
    assertThat(picture.bar(31, true))
        .containsExactly(
            "  ┌──────┬─────┬────────────┐",
            "  │a<b>&…│??x??│2           │",
            "  └──────┴─────┴────────────┘",
            "  0      192   384        768");
    assertThat(picture.bar(31, false).get(1)).isEqualTo("  |a<b>&~|??x??|2           |");
  }

  @Test
  void partsAreNeverTooThinToBeSeen() throws Exception {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(3, 1_000_002), U8, 1, 1, 1, 1_000_000);
    assertThat(elements(parse(picture(plan).svg()), "rect").skip(1))
        .allMatch(box -> number(box, "width") >= 2);
    assertThat(picture(plan).bar(80, true).get(1)).startsWith("  │0│1│2 ");
    assertThat(picture(QKV.without(1)).bar(60, true).get(1)).contains("│(1) ");
  }

  static Stream<SplitPlan> plans() {
    return Stream.of(
        SplitPlan.byLengths(Shape.of(0), F32, 0),
        SplitPlan.byLengths(Shape.of(3, 0), F32, 1, 0, 0),
        SplitPlan.byLengths(Shape.of(7, 33), U3, 1, 0, 5, 0, -1, 3, 0).without(3),
        SplitPlan.byLengths(Shape.of(3, 7), STRING, 1, 2, 5),
        SplitPlan.intoEqualParts(Shape.of(4, 200), F32, 1, 200),
        SplitPlan.intoEqualParts(Shape.of(1 << 20), U8, 0, 1 << 20),
        SplitPlan.byLengths(Shape.of(1, Long.MAX_VALUE / 8), U8, 1, Long.MAX_VALUE / 8 - 1, 1));
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
      assertThat(picture(plan).bar(columns, true))
          .allMatch(line -> line.length() <= Math.max(40, columns));
    }
  }

  @Test
  void eachPartNeedsAName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> picture(QKV, "q"))
        .withMessage("the plan has 3 parts; 1 names are given, and each part needs one");
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
