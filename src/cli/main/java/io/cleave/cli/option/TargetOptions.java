package io.cleave.cli.option;

import io.cleave.file.Format;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.Target;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Options for the parts: their folder, format and names.
public final class TargetOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "The folder for the parts, made if needed (default: the current one).")
  private Path out = Path.of(".");

  @Option(
      names = "--names",
      paramLabel = "A,B,...",
      description = "Names of the parts instead of 0, 1, ...")
  private @Nullable String names;

  @Option(
      names = "--format",
      paramLabel = "F",
      description = {
        "npy, npz, safetensors or raw (default: the input's own, but npy for npz). A part file in"
            + " npz or safetensors holds that part of every tensor; npy and raw files hold one"
            + " tensor each and are named after it."
      })
  private @Nullable Format format;

  @Option(
      names = "--bundle",
      description =
          "Write all parts to one file, DIR/STEM.npz or .safetensors, as NAME.0, NAME.1, ...")
  private boolean bundle;

  @Option(names = "--compress", description = "Compress what goes to .npz files.")
  private boolean compress;

  @Mixin private final WritingOptions writing = new WritingOptions();

  /// The folder, the names and the format of the parts.
  public Target target() {
    return Target.in(out)
        .named(names == null ? List.of() : List.of(names.split(",", -1)))
        .as(format)
        .bundled(bundle)
        .deflated(compress);
  }

  /// A split that writes as these options say.
  public FileSplitter applied(FileSplitter split) {
    return writing.applied(split);
  }
}
