package io.cleave.draw;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U3;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/// A plan as a drawing.
class PlanPictureTest {
  private static final SplitPlan QKV = SplitPlan.byLengths(Shape.of(8, 12, 16), F32, 1, 3, 3, 6);

  @Test
  void drawsTheRunsToScale() throws Exception {
    Document svg = parse(PlanPicture.of(QKV).svg());
    List<Double> widths = new ArrayList<>();
    // In a row of its own, in the other rows, and as a swatch of the list.
    for (String part : List.of("part0", "part1", "part2")) {
      List<Element> boxes = boxes(svg, part);
      assertThat(boxes).hasSize(3);
      widths.add(number(boxes.getFirst(), "width"));
    }
    assertThat(widths.get(0)).isEqualTo(widths.get(1), within(0.2));
    Element last = boxes(svg, "part2").getFirst();
    assertThat(number(last, "x") + number(last, "width")).isEqualTo(880, within(1.2));
    // But for the gap at its end.
    assertThat(widths.get(2)).isEqualTo(2 * widths.get(0), within(1.2));
    assertThat(texts(svg)).contains("0", "192", "384", "768", "384..767 (384)", "[8, 6, 16]");
  }

  @Test
  void saysWhatTheDeviceDoesAndEqualLaunchesOnce() throws Exception {
    Route.Step step = new Route.Step("copy_rows -D WORD=4", "runs of 12 bytes");
    Route.Step last = new Route.Step("copy 7 bytes of part 9", "it is alone");
    Route route = new Route("per-part", "asked for", List.of(step, step, step, last));
    Device device = new Device(Device.Kind.GPU, "Some platform", "h200", 132, 1L << 37);
    PlanPicture picture =
        new PlanPicture(QKV, List.of("q", "k", "v"), Optional.of(device), Optional.of(route));
    assertThat(texts(parse(picture.svg())))
        .contains("q", "k", "v", "on " + device, "route per-part: asked for")
        .containsSubsequence(
            "launches 1 to 3: runs of 12 bytes",
            "copy_rows -D WORD=4",
            "launch 4: it is alone",
            "copy 7 bytes of part 9");
  }

  @Test
  void anyNameStaysInItsPlace() throws Exception {
    List<String> names = List.of("a<b>&\"c\"", "\u0000\uD800x\u202E\u200B", "שלום 🎉");
    PlanPicture picture = new PlanPicture(QKV, names, Optional.empty(), Optional.empty());
    assertThat(texts(parse(picture.svg()))).contains("a<b>&\"c\"", "??x??", "שלום 🎉");
    assertThat(picture.toString().lines()).hasSize(4).endsWith(line(picture, 2));
    assertThat(picture.lines(60)).allMatch(line -> TextWidth.of(line) <= 60);
    assertThat(picture.asciiLines(60)).allMatch(line -> line.matches("[ -~]*"));
  }

  private static String line(PlanPicture picture, int part) {
    return "  %s, named שלום 🎉".formatted(picture.plan().part(part));
  }

  @Test
  void partsThatAreNotWantedAreOutlines() throws Exception {
    Document svg = parse(PlanPicture.of(QKV.without(1)).svg());
    assertThat(boxes(svg, "unwanted")).hasSize(3);
    assertThat(boxes(svg, "part1")).isEmpty();
    assertThat(texts(svg)).contains("1 (not wanted)");
    assertThat(PlanPicture.of(QKV.without(1)).lines(60).get(1)).contains("│(1) ");
  }

  static Stream<SplitPlan> plans() {
    return Stream.of(
        SplitPlan.byLengths(Shape.of(0), F32, 0),
        SplitPlan.byLengths(Shape.of(0, 4), F32, 1, 1, 3),
        SplitPlan.byLengths(Shape.of(3, 0), F32, 1, 0, 0),
        SplitPlan.byLengths(Shape.of(7, 33), U3, 1, 0, 5, 0, -1, 3, 0),
        SplitPlan.byLengths(Shape.of(3, 7), STRING, 1, 2, 5),
        SplitPlan.intoEqualParts(Shape.of(5), F32, 0, 1),
        SplitPlan.intoEqualParts(Shape.of(2, 2, 2, 2, 2, 2, 8, 3), F32, -2, 8),
        SplitPlan.intoEqualParts(Shape.of(4, 200), F32, 1, 200),
        SplitPlan.intoEqualParts(Shape.of(4096, 3000), I32, 1, 1000),
        SplitPlan.intoEqualParts(Shape.of(1 << 20), U8, 0, 1 << 20),
        SplitPlan.byLengths(Shape.of(3, 1L << 31, 7, 1L << 20), U8, 1, 2, -1),
        SplitPlan.byLengths(Shape.of(1, Long.MAX_VALUE / 8), U8, 1, Long.MAX_VALUE / 8 - 1, 1),
        SplitPlan.byLengths(Shape.of(Long.MAX_VALUE / 8, 1), U8, 1, 1, 0));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void anyPlanFitsOnItsPaper(SplitPlan plan) throws Exception {
    String drawn = PlanPicture.of(plan).svg();
    assertThat(drawn.length()).isLessThan(1 << 20);
    Element svg = parse(drawn).getDocumentElement();
    double width = number(svg, "width");
    double height = number(svg, "height");
    for (Element box : elements(svg.getOwnerDocument(), "rect")) {
      if (!box.getAttribute("class").equals("paper")) {
        assertThat(number(box, "x") + number(box, "width")).isBetween(0.0, width);
        assertThat(number(box, "y") + number(box, "height")).isBetween(0.0, height);
      }
    }
    for (Element text : elements(svg.getOwnerDocument(), "text")) {
      // Letters are 6 pixels wide, or more.
      boolean toTheLeft = text.getAttribute("class").matches(".*(end|middle).*");
      double right = number(text, "x") + (toTheLeft ? 0 : text.getTextContent().length() * 6);
      assertThat(right).as(text.getTextContent()).isBetween(0.0, width);
      assertThat(number(text, "y")).isBetween(0.0, height);
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void anyPlanFitsOnAnyTerminal(SplitPlan plan) {
    for (int columns : new int[] {30, 80, 211}) {
      assertThat(PlanPicture.of(plan).lines(columns)).allMatch(line -> line.length() < columns);
    }
    assertThat(PlanPicture.of(plan).lines(1)).allMatch(line -> line.length() < 40);
  }

  @Test
  void drawsTheRowForATerminal() {
    PlanPicture picture =
        new PlanPicture(QKV, List.of("query", "k", "日本語日本語日"), Optional.empty(), Optional.empty());
    assertThat(picture.lines(31))
        .containsExactly(
            "  ┌──────┬─────┬────────────┐",
            "  │query │k    │日本語日本… │",
            "  └──────┴─────┴────────────┘",
            "  0      192   384        768");
    assertThat(picture.asciiLines(31))
        .containsExactly(
            "  +------+-----+------------+",
            "  |query |k    |???????     |",
            "  +------+-----+------------+",
            "  0      192   384        768");
  }

  private static Document parse(String svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
  }

  private static List<Element> elements(Document svg, String name) {
    NodeList found = svg.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return Collections.unmodifiableList(elements);
  }

  private static List<Element> boxes(Document svg, String style) {
    return elements(svg, "rect").stream()
        .filter(box -> box.getAttribute("class").equals(style))
        .toList();
  }

  private static List<String> texts(Document svg) {
    return elements(svg, "text").stream().map(Element::getTextContent).toList();
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }
}
