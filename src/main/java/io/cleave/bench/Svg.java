package io.cleave.bench;

import java.util.Locale;

/// Writes a drawing that reads on light and on dark paper. Used by one thread.
final class Svg {
  private static final String STYLE =
      """
      <style>
        text { font: 12px system-ui, sans-serif; fill: #1f2328; }
        .small { font-size: 11px; fill: #59636e; }
        .title { font-size: 14px; font-weight: 600; }
        .end { text-anchor: end; }
        .middle { text-anchor: middle; }
        .paper { fill: #ffffff; }
        .line { stroke: #d1d9e0; stroke-width: 1; fill: none; }
        .mark { stroke: #59636e; stroke-width: 1; stroke-dasharray: 4 3; fill: none; }
        .copy { fill: #8c959f; stroke: #8c959f; }
        .splitter { fill: #0969da; stroke: #0969da; }
        .peer { fill: #bc4c00; stroke: #bc4c00; }
        .curve { fill: none; stroke-width: 2; }
        @media (prefers-color-scheme: dark) {
          text { fill: #f0f6fc; }
          .small { fill: #9198a1; }
          .paper { fill: #0d1117; }
          .line { stroke: #3d444d; }
          .mark { stroke: #9198a1; }
          .splitter { fill: #4493f8; stroke: #4493f8; }
          .peer { fill: #db6d28; stroke: #db6d28; }
        }
      </style>
      """;

  private final StringBuilder body = new StringBuilder();

  void text(double x, double y, String style, String text) {
    body.append(
        "<text x=\"%s\" y=\"%s\" class=\"%s\">%s</text>\n"
            .formatted(number(x), number(y), style, escaped(text)));
  }

  void box(double x, double y, double width, double height, String style) {
    body.append(
        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" class=\"%s\"/>\n"
            .formatted(number(x), number(y), number(width), number(height), style));
  }

  void path(String path, String style) {
    body.append("<path d=\"%s\" class=\"%s\"/>\n".formatted(path, style));
  }

  /// A curve in a colour of its own.
  void curve(String path, String color) {
    body.append("<path d=\"%s\" class=\"curve\" style=\"stroke: %s\"/>\n".formatted(path, color));
  }

  /// The whole drawing.
  String document(double width, double height, String title) {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img">
    <title>%s</title>
    %s<rect width="100%%" height="100%%" class="paper"/>
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

  static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value).replace(".0", "");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
