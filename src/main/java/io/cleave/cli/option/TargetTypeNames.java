package io.cleave.cli.option;

import io.cleave.plan.ElementType;
import java.util.Iterator;
import java.util.stream.Stream;

/// The values of `--to` that a shell completes.
public final class TargetTypeNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Stream.of(
            ElementType.F32,
            ElementType.F16,
            ElementType.BF16,
            ElementType.F64,
            ElementType.U8,
            ElementType.I8,
            ElementType.U16,
            ElementType.I16)
        .map(ElementType::toString)
        .iterator();
  }
}
