package io.cleave.cli.option;

import io.cleave.file.FileSplit;
import picocli.CommandLine.Option;

/// The options that say how much memory a split of files may take, and how sure it must be.
public final class EffortOptions {
  private static final long LEAST = 16L << 20;

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      converter = ByteCount.Converter.class,
      defaultValue = "256MiB",
      description = {
        "The most that buffers for data take, 16MiB or more (default: ${DEFAULT-VALUE}). Files may"
            + " be of any size."
      })
  private ByteCount memory = new ByteCount(FileSplit.USUAL_MEMORY);

  @Option(
      names = "--verify",
      description = {
        "Read all parts back before they get their names, and compare them with what plain Java"
            + " makes of the data; exit code 1 if they differ. Also check the checksums of what"
            + " stands in .npz files uncompressed."
      })
  private boolean verify;

  /// The bound.
  ///
  /// @throws IllegalArgumentException if it is too small
  public long memory() {
    if (memory.bytes() < LEAST) {
      throw new IllegalArgumentException(
          "--memory must be 16MiB or more, not %s bytes".formatted(memory.bytes()));
    }
    return memory.bytes();
  }

  /// Whether the parts are compared.
  public boolean verifies() {
    return verify;
  }
}
