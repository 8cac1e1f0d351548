package io.cleave.cli.option;

import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.TensorWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/// Options for files that exist already, and for flushing to disk.
public final class WritingOptions {
  @Option(
      names = "--force",
      description = "Replace files that are there (default: refuse to, and write nothing).")
  private boolean force;

  @Option(
      names = "--durable",
      description = "Flush files and directories to disk before reporting success.")
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
