package io.cleave.cpu.loops;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/// Blocks of two and four words, for [PlainLoops].
///
/// Of accesses to one structure C2 checks the bounds once. So it does with slices of a constant
/// size, as fast. But in one JVM of two it made objects of these, for it had seen too little of the
/// JDK's method that makes them, while the JDK itself had not: two runs of 32 bytes came at a
/// fifteenth of the rate then.
final class Blocks {
  private static final StructLayout TWO =
      structLayout(JAVA_LONG_UNALIGNED.withName("a"), JAVA_LONG_UNALIGNED.withName("b"));
  private static final StructLayout FOUR =
      structLayout(
          JAVA_LONG_UNALIGNED.withName("a"),
          JAVA_LONG_UNALIGNED.withName("b"),
          JAVA_LONG_UNALIGNED.withName("c"),
          JAVA_LONG_UNALIGNED.withName("d"));

  static final VarHandle TWO_A = word(TWO, "a");
  static final VarHandle TWO_B = word(TWO, "b");
  static final VarHandle FOUR_A = word(FOUR, "a");
  static final VarHandle FOUR_B = word(FOUR, "b");
  static final VarHandle FOUR_C = word(FOUR, "c");
  static final VarHandle FOUR_D = word(FOUR, "d");

  private Blocks() {}

  private static VarHandle word(StructLayout block, String name) {
    return block.varHandle(groupElement(name)).withInvokeExactBehavior();
  }
}
