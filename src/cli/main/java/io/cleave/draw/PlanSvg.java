package io.cleave.draw;

import io.cleave.plan.Geometry;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Draws a plan as an SVG document: a row with the parts to scale, and below it the plan's text
/// with the colours of the parts. Used by one thread, once.
final class PlanSvg {
  private static final double MARGIN = 20;
  private static final double WIDTH = 900;
  private static final double BAR = 36;
  private static final double LINE = 18;

  /// About the width of a letter of 12 pixels.
  private static final double LETTER = 7.4;

  /// More would be thinner than half a pixel.
  private static final int MOST_PARTS = 1500;

  private static final int MOST_LINES = 500;
  private static final Pattern PART = Pattern.compile("  part ([0-9]+) .*");
  private static final Pattern WRAPPED = Pattern.compile(".{1,112}(?: |$)");

  /// White letters are readable on all fills.
  private static final List<String> FILLS =
      List.of("#0969da", "#bc4c00", "#1a7f37", "#8250df", "#9a6700", "#bf3989");

  private final PlanPicture picture;
  private final SplitPlan plan;
  private final StringBuilder body = new StringBuilder();

  PlanSvg(PlanPicture picture) {
    this.picture = picture;
    this.plan = picture.parts();
  }

  String draw() {
    double y = MARGIN;
    if (plan.geometry().pieces() > 0 && plan.partCount() <= MOST_PARTS) {
      bar(y);
      y += BAR + 2 * LINE;
    }
    List<String> lines = picture.toString().lines().toList();
    for (String line : lines.subList(0, Math.min(MOST_LINES, lines.size()))) {
      y = line(line, y);
    }
    if (lines.size() > MOST_LINES) {
      y = line("... %s more lines".formatted(lines.size() - MOST_LINES), y);
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$s %2$s" width="%1$s" height="%2$s" role="img">
    <title>%3$s</title>
    <style>
    text { font: 12px ui-monospace, monospace; fill: #1f2328; white-space: pre; }
    .paper { fill: #ffffff; }
    .on { fill: #ffffff; }
    .on { text-anchor: middle; }
    .end { text-anchor: end; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .paper { fill: #0d1117; }
      .on { fill: #ffffff; }
    }
    </style>
    <rect width="100%%" height="100%%" class="paper"/>
    %4$s</svg>
    """
        .formatted(number(WIDTH), number(y + MARGIN), escaped(picture.plan().headline()), body);
  }

  private void bar(double y) {
    double width = WIDTH - 2 * MARGIN;
    Geometry geometry = plan.geometry();
    RowScale scale = RowScale.of(geometry, width, 3);
    double taken = 0;
    String end = Long.toString(geometry.row());
    for (int i = 0; i < geometry.pieces(); i++) {
      Part part = plan.part(geometry.slice(i));
      double x = MARGIN + scale.begin(i);
      double room = scale.end(i) - scale.begin(i);
      // A gap shows where a part ends, unless it would hide the part.
      box(x, y, room - (room > 8 ? 1 : 0), BAR, part);
      String name = picture.label(part.index());
      if (name.length() * LETTER < room) {
        text(x + room / 2, y + BAR / 2 + 4, "on", name);
      }
      String offset = Long.toString(geometry.offset(i));
      double right = x + (offset.length() + 1) * LETTER;
      if (x >= taken && right < WIDTH - MARGIN - end.length() * LETTER) {
        text(x, y + BAR + LINE - 4, "", offset);
        taken = right;
      }
    }
    text(WIDTH - MARGIN, y + BAR + LINE - 4, "end", end);
  }

  /// Writes a line of text, wrapped, with the colour of the part that it is about.
  private double line(String line, double top) {
    Matcher part = PART.matcher(line);
    if (part.matches()) {
      box(MARGIN, top + 4, 10, 10, plan.part(Integer.parseInt(part.group(1))));
    }
    double y = top;
    for (String piece : WRAPPED.matcher(line).replaceAll("$0\n").lines().toList()) {
      y += LINE;
      text(MARGIN, y - 4, "", piece);
    }
    return y;
  }

  private void box(double x, double y, double width, double height, Part part) {
    if (!part.isEmpty()) {
      body.append(
          "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"><title>%s</title></rect>\n"
              .formatted(
                  number(x),
                  number(y),
                  number(width),
                  number(height),
                  FILLS.get(part.index() % FILLS.size()),
                  escaped(picture.label(part.index()) + ": " + part)));
    }
  }

  private void text(double x, double y, String style, String text) {
    body.append(
        "<text x=\"%s\" y=\"%s\" class=\"%s\">%s</text>\n"
            .formatted(number(x), number(y), style, escaped(text)));
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
}
