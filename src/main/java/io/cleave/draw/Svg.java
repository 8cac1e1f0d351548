package io.cleave.draw;

import java.util.Locale;

/// Writes an SVG document that reads on light and on dark paper. Used by one thread.
///
/// Lengths are in pixels, from the upper left corner.
final class Svg {
  /// Fills on which white letters read; neighbours differ for those who see no red or green, too.
  private static final String STYLE =
      """
        text { font: 12px system-ui, sans-serif; fill: #1f2328; white-space: pre; }
        .small { font-size: 11px; fill: #59636e; }
        .title { font-size: 14px; font-weight: 600; }
        .end { text-anchor: end; }
        .middle { text-anchor: middle; }
        .number { font-variant-numeric: tabular-nums; }
        .on { fill: #ffffff; }
        .command { font-family: ui-monospace, monospace; }
        .paper { fill: #ffffff; }
        .line { stroke: #d1d9e0; stroke-width: 1; fill: none; }
        .cell { fill: #f6f8fa; stroke: #d1d9e0; }
        .axis { fill: #ddf4ff; stroke: #0969da; }
        .part0 { fill: #0969da; }
        .part1 { fill: #bc4c00; }
        .part2 { fill: #1a7f37; }
        .part3 { fill: #8250df; }
        .part4 { fill: #9a6700; }
        .part5 { fill: #bf3989; }
        .unwanted { fill: none; stroke: #818b98; stroke-dasharray: 3 3; }
        .empty { stroke: #818b98; fill: none; }
        @media (prefers-color-scheme: dark) {
          text { fill: #f0f6fc; }
          .small { fill: #9198a1; }
          .on { fill: #ffffff; }
          .paper { fill: #0d1117; }
          .line { stroke: #3d444d; }
          .cell { fill: #151b23; stroke: #3d444d; }
          .axis { fill: #121d2f; stroke: #4493f8; }
        }
      """;

  private final StringBuilder body = new StringBuilder();

  /// Writes one line of text on the base line `y`.
  void text(double x, double y, String style, String text) {
    body.append(
        "<text x=\"%s\" y=\"%s\" class=\"%s\">%s</text>\n"
            .formatted(number(x), number(y), style, escaped(text)));
  }

  /// Draws a filled box.
  void box(double x, double y, double width, double height, String style) {
    body.append(rect(x, y, width, height, style)).append("/>\n");
  }

  /// Draws a filled box with a tooltip.
  void box(double x, double y, double width, double height, String style, String tooltip) {
    String rest = "><title>%s</title></rect>\n".formatted(escaped(tooltip));
    body.append(rect(x, y, width, height, style)).append(rest);
  }

  private static String rect(double x, double y, double width, double height, String style) {
    return "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" class=\"%s\""
        .formatted(number(x), number(y), number(width), number(height), style);
  }

  /// Draws lines, in SVG's own notation.
  void path(String path, String style) {
    body.append("<path d=\"%s\" class=\"%s\"/>\n".formatted(path, style));
  }

  /// The whole document.
  String document(double width, double height, String title) {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img">
    <title>%s</title>
    <style>
    %s</style>
    <rect width="100%%" height="100%%" class="paper"/>
    %s</svg>
    """
        .formatted(
            number(width),
            number(height),
            number(width),
            number(height),
            escaped(title),
            STYLE,
            body);
  }

  /// A number as the drawing writes it, the same in every language.
  static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value).replace(".0", "");
  }

  /// XML has no way at all to write most control characters and halves of surrogate pairs.
  private static String escaped(String text) {
    return text.replaceAll("[^\\t\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "?")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
