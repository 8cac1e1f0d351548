package io.cleave.cli;

import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say where a report goes besides the terminal.
final class ReportOptions {
  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON, too.")
  private @Nullable Path json;

  @Option(names = "--svg", paramLabel = "FILE", description = "Draw them, too.")
  private @Nullable Path svg;

  /// Refuses files that cannot be written, before anything is measured.
  void check() {
    check(json);
    check(svg);
  }

  private static void check(@Nullable Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isWritable(folder)) {
      throw new IllegalArgumentException(
          "%s cannot be written; name a file in a folder that is there".formatted(file));
    }
  }

  void write(JsonValue figures, Supplier<String> drawing) throws IOException {
    if (json != null) {
      Files.writeString(json, figures.pretty() + "\n");
    }
    if (svg != null) {
      Files.writeString(svg, drawing.get());
    }
  }
}
