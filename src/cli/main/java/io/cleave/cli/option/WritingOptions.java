package io.cleave.cli.option;

import io.cleave.file.FileSplit;
import io.cleave.file.TensorWriter;
import io.cleave.file.tensor.Existing;
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
  public FileSplit applied(FileSplit split) {
    FileSplit answering = split.with(existing());
    return durable ? answering.durably() : answering;
  }

  /// A writer that writes so.
  public TensorWriter applied(TensorWriter writer) {
    TensorWriter answering = writer.with(existing());
    return durable ? answering.durably() : answering;
  }

  private Existing existing() {
    return force ? Existing.REPLACED : Existing.REFUSED;
  }
}
