package io.cleave.spi;

import io.cleave.convert.Definition;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;

/// Converts a part bit by bit and element by element, as an oracle.
public final class NaiveConversion {
  private NaiveConversion() {}

  /// A part in its own type.
  ///
  /// @param moved the part in the type of the data
  public static byte[] of(Part part, SplitPlan plan, byte[] moved) {
    ElementType source = plan.data().type();
    Definition definition = Definition.of(source, plan.conversion().orElseThrow(), part.index());
    byte[] made = new byte[Math.toIntExact(part.bytes())];
    for (int i = 0; i < part.arrayLength(); i++) {
      long pattern = Patterns.get(source, moved, (long) i * source.bits());
      Patterns.flip(part.type(), made, (long) i * part.type().bits(), definition.apply(pattern));
    }
    return made;
  }
}
