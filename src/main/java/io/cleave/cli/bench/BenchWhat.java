package io.cleave.cli.bench;

import io.cleave.bench.Growth;
import io.cleave.bench.Subject;
import io.cleave.bench.Suite;
import io.cleave.bench.image.ImageSuite;
import io.cleave.cli.option.ByteCount;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say what is measured, of which at most one is given.
final class BenchWhat {
  @Option(
      names = "--only",
      paramLabel = "A,B,...",
      description = "Only these of the suite, by letter or name.")
  private @Nullable String only;

  @Option(
      names = "--growth",
      paramLabel = "BYTES",
      converter = ByteCount.Converter.class,
      description = "Instead: one split of ever larger tensors, up to so many bytes (64M, 4G).")
  private @Nullable ByteCount growth;

  @Option(
      names = "--images",
      paramLabel = "NAME",
      arity = "0..1",
      fallbackValue = "",
      description = {
        "Instead: images of 32x32 to 4K, u8, u16 and f32, 2 to 4 channels taken apart, and the"
            + " fourth one dropped; on one thread and on all. Only those whose name contains NAME,"
            + " such as u8, 224x224 or 3+1."
      })
  private @Nullable String images;

  @Option(
      names = "--survey",
      paramLabel = "N",
      description = {
        "Instead: N splits of each size, drawn at random; how speeds are distributed against the"
            + " plain copy and what is chosen against the best, and the ten worst with the command"
            + " that repeats each. What ran before in the same JVM has left its traces in the"
            + " compiled code, as it does in any program; one split alone can be faster."
      })
  private @Nullable Integer survey;

  /// How many splits of each size a survey has, if one is asked for.
  Optional<Integer> survey() {
    return Optional.ofNullable(survey);
  }

  /// The images, if these are asked for.
  Optional<List<Subject>> images() {
    return Optional.ofNullable(images).map(ImageSuite::named);
  }

  /// Whether one split grows.
  boolean isGrowth() {
    return growth != null;
  }

  /// What is measured, unless it is a survey or images.
  List<Subject> subjects() {
    return growth != null
        ? Growth.upTo(growth.bytes())
        : Arrays.stream(Objects.requireNonNull(only).split(",", -1)).map(Suite::find).toList();
  }
}
