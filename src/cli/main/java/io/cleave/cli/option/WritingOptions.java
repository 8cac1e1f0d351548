package io.cleave.cli.option;

import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.TensorWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The options that say what becomes of files that are there, and when writing is done.
public final class WritingOptions {
  @Option(
      names = "--force",
      description = "Replace files that are there (default: refuse to, and write nothing).")
  private boolean force;

  @Option(
      names = "--durable",
      description =
          "Be done when all is on the disk: what was written, or what was there before, is whole"
              + " also after a power failure. Takes as long as the disk does.")
  private boolean durable;

  /// A split that writes so.
  public FileSplitter applied(FileSplitter split) {
    return split.replacing(force).durable(durable);
  }

  /// A writer that writes so.
  public TensorWriter writer(Path folder) {
    return new TensorWriter(folder, force, durable);
  }
}
