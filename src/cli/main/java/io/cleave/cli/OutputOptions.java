package io.cleave.cli;

import io.cleave.file.Format;
import io.cleave.file.io.OutputFolder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options for files that are written: their folder and format, and whether they replace others and
/// are flushed to disk.
public final class OutputOptions {
  @Option(names = "--out", description = "The folder, made if needed (default: the current one).")
  private Path out = Path.of("");

  @Option(
      names = "--format",
      description =
          "npy, npz, safetensors or raw; npy and raw hold one tensor (default: that of the input,"
              + " npy for npz; of a model npy, or raw for types that NumPy lacks).")
  @Nullable Format format;

  @Option(names = "--force", description = "Replace existing files (default: refuse to).")
  private boolean force;

  @Option(names = "--durable", description = "Flush files and folders to disk before success.")
  private boolean durable;

  /// The folder, with these options.
  public OutputFolder folder() {
    return new OutputFolder(out, force, durable);
  }
}
