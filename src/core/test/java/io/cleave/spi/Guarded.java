package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// An output between guard bytes, poisoned before use: a byte too many shows, and so does one that
/// is never written.
///
/// @param memory the output
/// @param whole the output and what surrounds it
/// @param before the bytes that stand before the output
public record Guarded(MemorySegment memory, MemorySegment whole, long before) {
  private static final long GUARD = 64;
  private static final byte GUARD_BYTE = 0x5A;
  private static final byte POISON = (byte) 0xA5;

  /// An output of so many bytes, `shift` bytes off the alignment of its kind of memory.
  public static Guarded allocate(MemoryKind kind, long bytes, int shift, Arena arena) {
    MemorySegment whole = kind.allocate(bytes + 2 * GUARD + shift, arena).fill(GUARD_BYTE);
    long before = GUARD + shift;
    return new Guarded(whole.asSlice(before, bytes).fill(POISON), whole, before);
  }

  /// The output's bytes.
  public byte[] bytes() {
    return memory.toArray(ValueLayout.JAVA_BYTE);
  }

  /// Fails if a byte is wrong, or one around the output has changed.
  ///
  /// @param what for the message
  void require(Object what, byte[] expected) {
    assertThat(memory.mismatch(MemorySegment.ofArray(expected)))
        .as("the first wrong byte of %s, of %s", memory.byteSize(), what)
        .isEqualTo(-1);
    requireIntact();
  }

  /// Fails if a byte around the output has changed.
  public void requireIntact() {
    requireIntact(0, before);
    requireIntact(before + memory.byteSize(), whole.byteSize());
  }

  private void requireIntact(long from, long to) {
    byte[] guards = new byte[Math.toIntExact(to - from)];
    Arrays.fill(guards, GUARD_BYTE);
    assertThat(whole.asSlice(from, to - from).toArray(ValueLayout.JAVA_BYTE))
        .as(
            "guard bytes from %d on of an output at %d..%d",
            from, before, before + memory.byteSize())
        .isEqualTo(guards);
  }
}
