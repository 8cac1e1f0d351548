package io.cleave.bench.report;

/// How those who take part look in the charts.
final class ChartStyle {
  static final String SHEET =
      """
        .copy { fill: #8c959f; stroke: #8c959f; }
        .splitter { fill: #0969da; stroke: #0969da; }
        .choice { fill: #1a7f37; stroke: #1a7f37; }
        .peer { fill: #bc4c00; stroke: #bc4c00; }
        .curve { fill: none; stroke-width: 2; }
        @media (prefers-color-scheme: dark) {
          .splitter { fill: #4493f8; stroke: #4493f8; }
          .choice { fill: #3fb950; stroke: #3fb950; }
          .peer { fill: #db6d28; stroke: #db6d28; }
        }
      """;

  private ChartStyle() {}
}
