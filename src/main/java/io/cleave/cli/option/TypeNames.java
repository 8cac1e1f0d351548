package io.cleave.cli.option;

import io.cleave.plan.ElementType;
import java.util.Arrays;
import java.util.Iterator;

/// The values of `--type` that a shell completes.
public final class TypeNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Arrays.stream(ElementType.values()).map(ElementType::toString).iterator();
  }
}
