package io.cleave.draw;

import java.util.Locale;

/// Writes a drawing that reads on light and on dark paper. Used by one thread.
///
/// Lengths are in pixels, from the upper left corner. What a style looks like stands in the style
/// sheet: its own has `title`, `small`, `end` and `middle` for texts, `halo` for a text that stands
/// on a line, `line` and `mark` for lines.
public final class Svg {
  private static final String STYLE =
      """
        text { font: 12px system-ui, sans-serif; fill: #1f2328; white-space: pre; }
        .small { font-size: 11px; fill: #59636e; }
        .title { font-size: 14px; font-weight: 600; }
        .end { text-anchor: end; }
        .middle { text-anchor: middle; }
        .halo { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; }
        .paper { fill: #ffffff; }
        .line { stroke: #d1d9e0; stroke-width: 1; fill: none; }
        .mark { stroke: #59636e; stroke-width: 1; stroke-dasharray: 4 3; fill: none; }
        @media (prefers-color-scheme: dark) {
          text { fill: #f0f6fc; }
          .small { fill: #9198a1; }
          .halo { stroke: #0d1117; }
          .paper { fill: #0d1117; }
          .line { stroke: #3d444d; }
          .mark { stroke: #9198a1; }
        }
      """;

  private final String style;
  private final StringBuilder body = new StringBuilder();

  /// An empty drawing.
  ///
  /// @param style the rest of the style sheet
  public Svg(String style) {
    this.style = style;
  }

  /// Writes one line of text on the base line `y`.
  public void text(double x, double y, String style, String text) {
    body.append(
        "<text x=\"%s\" y=\"%s\" class=\"%s\">%s</text>\n"
            .formatted(number(x), number(y), style, escaped(text)));
  }

  /// Draws a filled box.
  public void box(double x, double y, double width, double height, String style) {
    body.append(box(x, y, width, height, style, "/>\n"));
  }

  /// Draws a filled box that says something when it is pointed at.
  public void box(double x, double y, double width, double height, String style, Hint hint) {
    body.append(
        box(x, y, width, height, style, "><title>%s</title></rect>\n")
            .formatted(escaped(hint.text())));
  }

  /// What is shown to those who point at something.
  ///
  /// @param text one line
  public record Hint(String text) {}

  private static String box(
      double x, double y, double width, double height, String style, String rest) {
    return "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" class=\"%s\""
            .formatted(number(x), number(y), number(width), number(height), style)
        + rest;
  }

  /// Draws lines and curves, in SVG's own notation.
  public void path(String path, String style) {
    body.append("<path d=\"%s\" class=\"%s\"/>\n".formatted(path, style));
  }

  /// Draws a mark that says something when it is pointed at.
  public void path(String path, String style, Hint hint) {
    body.append(
        "<path d=\"%s\" class=\"%s\"><title>%s</title></path>\n"
            .formatted(path, style, escaped(hint.text())));
  }

  /// Draws a curve in a colour of its own.
  public void curve(String path, String color) {
    body.append("<path d=\"%s\" class=\"curve\" style=\"stroke: %s\"/>\n".formatted(path, color));
  }

  /// The whole drawing.
  public String document(double width, double height, String title) {
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
            STYLE + style,
            body);
  }

  /// A number as the drawing writes it, the same in every language.
  public static String number(double value) {
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
