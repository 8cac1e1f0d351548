package io.cleave.cli;

import io.cleave.plan.ElementType;
import java.util.Arrays;
import java.util.Iterator;

/// The values of `--type` that a shell completes.
final class TypeNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Arrays.stream(ElementType.values()).map(ElementType::toString).iterator();
  }
}
