package io.cleave.cli.option;

import io.cleave.cli.print.TextFile;
import io.cleave.json.JsonValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say where a report goes besides the terminal.
public final class ReportOptions {
  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON, too.")
  private @Nullable Path json;

  @Option(names = "--svg", paramLabel = "FILE", description = "Draw them as an SVG picture, too.")
  private @Nullable Path svg;

  /// Refuses files that cannot be written, or are the same, before anything is measured.
  public void check() {
    List<Path> files =
        Stream.of(Optional.ofNullable(json), Optional.ofNullable(svg))
            .flatMap(Optional::stream)
            .toList();
    TextFile.requireWritable(files, List.of());
  }

  /// Writes the files that were asked for.
  ///
  /// @param drawing made only if a picture was
  public void write(JsonValue figures, Supplier<String> drawing) {
    if (json != null) {
      TextFile.write(json, figures.pretty() + "\n");
    }
    if (svg != null) {
      TextFile.write(svg, drawing.get());
    }
  }
}
