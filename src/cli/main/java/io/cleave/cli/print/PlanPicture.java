package io.cleave.cli.print;

import io.cleave.Device;
import io.cleave.plan.Geometry;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.RouteExplanation;
import io.cleave.text.OneLine;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// A plan to be shown: as text, as an SVG document, or as a bar for a terminal. An immutable value.
///
/// @param plan the plan
/// @param names a name for each part, or for each slice of a stack, or none at all
/// @param device the device, if one is chosen
/// @param route the device's route, if there is one
public record PlanPicture(
    SplitPlan plan, List<String> names, Optional<Device> device, Optional<RouteExplanation> route) {
  private static final double MARGIN = 20;
  private static final double WIDTH = 900;
  private static final double BAR = 36;
  private static final double LINE = 18;

  /// About the width of a letter of 12 pixels.
  private static final double LETTER = 7.4;

  /// More would be thinner than half a pixel.
  private static final int MOST_PARTS = 1500;

  private static final int MOST_LINES = 500;
  private static final int LEAST_COLUMNS = 12;

  /// White letters are readable on all of them.
  private static final List<String> COLOURS =
      List.of("#0969da", "#bc4c00", "#1a7f37", "#8250df", "#9a6700", "#bf3989");

  /// Copies and checks the names.
  ///
  /// @throws IllegalArgumentException if there are names, but not one for each part
  public PlanPicture {
    names = List.copyOf(names);
    int parts = plan.unstacked().partCount();
    if (!names.isEmpty() && names.size() != parts) {
      throw new IllegalArgumentException(
          "the plan has %s parts; %s names are given, and each part needs one"
              .formatted(parts, names.size()));
    }
  }

  /// The name of a part in one line, or its number.
  private String label(int part) {
    return names.isEmpty() ? Integer.toString(part) : OneLine.of(names.get(part));
  }

  /// The plan's own text; with names a line for every part. Then the tensor that the parts become,
  /// the device and its route.
  @Override
  public String toString() {
    SplitPlan parts = plan.unstacked();
    String text =
        names.isEmpty()
            ? parts.toString()
            : parts.headline()
                + parts.parts().stream()
                    .map(part -> "\n  %s, named %s".formatted(part, label(part.index())))
                    .collect(Collectors.joining());
    return text
        + (plan.isStacked() ? stacked(plan.part(0)) : "")
        + device.map("\non %s"::formatted).orElse("")
        + route.map("\n%s"::formatted).orElse("");
  }

  private static String stacked(Part one) {
    return "\nstacked to %s %s, %s bytes".formatted(one.type(), one.shape(), one.bytes());
  }

  /// An SVG document: a row with the parts to scale, and below it the text.
  public String svg() {
    StringBuilder body = new StringBuilder();
    SplitPlan parts = plan.unstacked();
    double y = MARGIN;
    if (parts.geometry().pieces() > 0 && parts.partCount() <= MOST_PARTS) {
      drawRow(body, parts, y);
      y += BAR + 2 * LINE;
    }
    List<String> lines = toString().lines().toList();
    double width = WIDTH;
    for (String line : lines.subList(0, Math.min(MOST_LINES, lines.size()))) {
      y += LINE;
      body.append(text(MARGIN, y - 4, "", line));
      width = Math.max(width, 2 * MARGIN + line.length() * LETTER);
    }
    if (lines.size() > MOST_LINES) {
      y += LINE;
      body.append(
          text(MARGIN, y - 4, "", "... %s more lines".formatted(lines.size() - MOST_LINES)));
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$s %2$s" width="%1$s" height="%2$s" role="img">
    <title>%3$s</title>
    <style>
    text { font: 12px ui-monospace, monospace; fill: #1f2328; white-space: pre; }
    .on { fill: #ffffff; text-anchor: middle; }
    .end { text-anchor: end; }
    </style>
    <rect width="100%%" height="100%%" fill="#ffffff"/>
    %4$s</svg>
    """
        .formatted(number(width), number(y + MARGIN), escaped(plan.headline()), body);
  }

  private void drawRow(StringBuilder body, SplitPlan parts, double y) {
    Geometry geometry = parts.geometry();
    double[] edges = edges(geometry, WIDTH - 2 * MARGIN, 3);
    String end = Long.toString(geometry.row());
    double taken = 0;
    for (int i = 0; i < geometry.pieces(); i++) {
      Part part = parts.part(geometry.slice(i));
      double x = MARGIN + edges[2 * i];
      double room = edges[2 * i + 1] - edges[2 * i];
      String name = label(part.index());
      body.append(
          "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"><title>%s</title></rect>\n"
              .formatted(
                  number(x),
                  number(y),
                  // A gap shows where a part ends, unless it would hide the part.
                  number(room - (room > 8 ? 1 : 0)),
                  number(BAR),
                  COLOURS.get(part.index() % COLOURS.size()),
                  escaped(name + ": " + part)));
      if (name.length() * LETTER < room) {
        body.append(text(x + room / 2, y + BAR / 2 + 4, "on", name));
      }
      String offset = Long.toString(geometry.offset(i));
      double right = x + (offset.length() + 1) * LETTER;
      if (x >= taken && right < WIDTH - MARGIN - end.length() * LETTER) {
        body.append(text(x, y + BAR + LINE - 4, "", offset));
        taken = right;
      }
    }
    body.append(text(WIDTH - MARGIN, y + BAR + LINE - 4, "end", end));
  }

  private static String text(double x, double y, String style, String text) {
    return "<text x=\"%s\" y=\"%s\" class=\"%s\">%s</text>\n"
        .formatted(number(x), number(y), style, escaped(text));
  }

  /// A number as SVG has it, in every language.
  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /// XML cannot express most control characters and halves of surrogate pairs.
  private static String escaped(String text) {
    return text.replaceAll("[^\\t\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "?")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /// A row and its parts to scale, with gaps where there are none, as lines for a terminal:
  ///
  /// ```
  ///   ┌───────┬───────┬───────────────┐
  ///   │q      │k      │v              │
  ///   └───────┴───────┴───────────────┘
  ///   0       256     512          1024
  /// ```
  ///
  /// @param columns the width of the terminal
  /// @param isUnicode whether the terminal shows more than ASCII
  public List<String> bar(int columns, boolean isUnicode) {
    Geometry geometry = plan.unstacked().geometry();
    if (geometry.pieces() == 0) {
      return List.of();
    }
    int width = Math.max(LEAST_COLUMNS, columns - 4) - 1;
    // A piece needs a column beside its edge.
    int[] edges =
        Arrays.stream(edges(geometry, width, 2)).mapToInt(edge -> (int) Math.round(edge)).toArray();
    char[] names = frame(isUnicode ? "│ ││" : "| ||", edges, width);
    String end = Long.toString(geometry.row());
    int endAt = Math.max(0, width + 1 - end.length());
    StringBuilder offsets = new StringBuilder();
    for (int i = 0; i < geometry.pieces(); i++) {
      int begin = edges[2 * i] + 1;
      int room = edges[2 * i + 1] - begin;
      String name = narrowLabel(geometry.slice(i), isUnicode);
      name.getChars(0, Math.clamp(room, 0, name.length()), names, begin);
      if (room > 0 && name.length() > room) {
        names[begin + room - 1] = isUnicode ? '…' : '~';
      }
      String offset = Long.toString(geometry.offset(i));
      boolean isFree = begin - 1 > offsets.length() && begin - 1 + offset.length() < endAt;
      if (offsets.isEmpty() || isFree) {
        offsets.repeat(' ', Math.max(0, begin - 1 - offsets.length())).append(offset);
      }
    }
    offsets.repeat(' ', Math.max(0, endAt - offsets.length())).append(end);
    return List.of(
        "  " + new String(frame(isUnicode ? "┌─┬┐" : "+-++", edges, width)),
        "  " + new String(names),
        "  " + new String(frame(isUnicode ? "└─┴┘" : "+-++", edges, width)),
        "  " + offsets);
  }

  private static char[] frame(String signs, int[] edges, int width) {
    char[] line = new char[width + 1];
    Arrays.fill(line, signs.charAt(1));
    for (int edge : edges) {
      line[edge] = signs.charAt(2);
    }
    line[0] = signs.charAt(0);
    line[width] = signs.charAt(3);
    return line;
  }

  /// The name of a part, or its number where a terminal may show the name wider or from right to
  /// left.
  private String narrowLabel(int part, boolean isUnicode) {
    String name = label(part);
    boolean isNarrow = name.chars().allMatch(c -> c < (isUnicode ? 0x250 : 0x7F));
    return isNarrow ? name : Integer.toString(part);
  }

  /// The left and the right edge of each piece in a bar that stands for a row: to scale, but pieces
  /// and gaps have a least width.
  ///
  /// @param least the least width, if there is room for so many
  private static double[] edges(Geometry geometry, double width, double least) {
    int pieces = geometry.pieces();
    // A gap, which may be empty, before each piece and at the end.
    double[] runs = new double[2 * pieces + 1];
    long end = 0;
    for (int i = 0; i < pieces; i++) {
      runs[2 * i] = geometry.offset(i) - end;
      runs[2 * i + 1] = geometry.run(i);
      end = geometry.offset(i) + geometry.run(i);
    }
    runs[2 * pieces] = geometry.row() - end;
    long shown = Arrays.stream(runs).filter(run -> run > 0).count();
    double thin = Math.min(least, width / (2.0 * Math.max(1, shown)));
    double scale = width / (double) Math.max(1, geometry.row());
    long thins = Arrays.stream(runs).filter(run -> run > 0 && run * scale < thin).count();
    double others = Arrays.stream(runs).filter(run -> run * scale >= thin).sum();
    // The others share what is left, which is at least half the bar.
    double wide = others == 0 ? 0 : (width - thins * thin) / others;
    double[] edges = new double[2 * pieces];
    double at = 0;
    for (int i = 0; i < 2 * pieces; i++) {
      at += runs[i] > 0 && runs[i] * scale < thin ? thin : runs[i] * wide;
      edges[i] = at;
    }
    return edges;
  }
}
