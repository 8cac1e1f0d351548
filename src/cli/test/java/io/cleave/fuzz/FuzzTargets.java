package io.cleave.fuzz;

import io.cleave.tune.TuningFixture;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/// All targets, by names that their folders have, too.
final class FuzzTargets {
  private static final Map<String, Function<Path, FuzzTarget>> ALL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("npy", folder -> new FileTarget(folder.resolve("x.npy"))),
              Map.entry("npz", folder -> new FileTarget(folder.resolve("x.npz"))),
              Map.entry("safetensors", folder -> new FileTarget(folder.resolve("x.safetensors"))),
              Map.entry("model", ModelTarget::new),
              Map.entry("cases", _ -> new CasesTarget()),
              Map.entry("tuning", FuzzTargets::tuning),
              Map.entry("command", CommandTarget::new),
              Map.entry("operation", _ -> new OperationTarget()),
              Map.entry("options", _ -> new OptionsTarget()),
              Map.entry("written", WrittenTarget::new),
              Map.entry("conversion", _ -> new ConversionTarget()),
              Map.entry("twins", _ -> new TwinsTarget())));

  /// A folder of inputs for each target.
  static final Path CORPUS = Path.of(System.getProperty("cleave.basedir"), "test-data", "fuzz");

  private FuzzTargets() {}

  /// The tuning file. It is never refused: a damaged line is skipped.
  private static FuzzTarget tuning(Path folder) {
    TuningFixture file = new TuningFixture(folder);
    return input -> file.read(input) > 0;
  }

  /// The names in order.
  static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /// Opens a target.
  ///
  /// @param name one of [#names()]
  /// @param folder where it may write
  static FuzzTarget open(String name, Path folder) {
    return Objects.requireNonNull(ALL.get(name), name).apply(folder);
  }
}
