package io.cleave.cli.option;

import io.cleave.plan.Preset;
import java.util.Arrays;
import java.util.Iterator;

/// The values of `--normalize` that a shell completes.
public final class PresetNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Arrays.stream(Preset.values()).map(Preset::toString).iterator();
  }
}
