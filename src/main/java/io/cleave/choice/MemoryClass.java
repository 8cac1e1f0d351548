package io.cleave.choice;

import io.cleave.plan.ElementType;
import io.cleave.plan.Experimental;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What kind of memory a split meets, as far as speed depends on it. An immutable value; there are
/// few, each made once.
///
/// @param index its place among all
/// @param data where the data is
/// @param parts where the parts are; heap if any is, else mapped if any is
/// @param alignment what all addresses of native memory are multiples of: 1, 16 or 64
@Experimental
public record MemoryClass(int index, Kind data, Kind parts, int alignment) {
  /// Where memory is.
  public enum Kind {
    /// Native memory that is no file.
    NATIVE,
    /// A file.
    MAPPED,
    /// An array.
    HEAP;

    /// The longest array that HotSpot makes.
    private static final long LONGEST = Integer.MAX_VALUE - 8;

    private static final long CACHE_LINE = 64;

    /// New memory for elements of a type, as a program has it: native memory that begins with a
    /// cache line, also in place of a file, or an array of the primitive type that is as wide as an
    /// element.
    ///
    /// @param arena what native memory belongs to
    /// @throws IllegalArgumentException if the elements do not fit an array
    public MemorySegment allocate(ElementType type, long bytes, Arena arena) {
      if (this != HEAP) {
        return arena.allocate(bytes, CACHE_LINE);
      }
      return switch (type.bits()) {
        case Short.SIZE -> MemorySegment.ofArray(new short[length(bytes, Short.BYTES)]);
        case Float.SIZE -> MemorySegment.ofArray(new float[length(bytes, Float.BYTES)]);
        case Long.SIZE -> MemorySegment.ofArray(new long[length(bytes, Long.BYTES)]);
        default -> MemorySegment.ofArray(new byte[length(bytes, Byte.BYTES)]);
      };
    }

    /// Checks that there can be so much of it for elements of a type; nothing is allocated.
    ///
    /// @throws IllegalArgumentException if the elements do not fit an array
    public void require(ElementType type, long bytes) {
      if (this == HEAP) {
        switch (type.bits()) {
          case Short.SIZE, Float.SIZE, Long.SIZE -> length(bytes, type.bits() / Byte.SIZE);
          default -> length(bytes, Byte.BYTES);
        }
      }
    }

    private static int length(long bytes, int width) {
      long length = bytes / width;
      if (length > LONGEST) {
        throw new IllegalArgumentException(
            "an array holds at most %s elements, not %s; use native memory"
                .formatted(LONGEST, length));
      }
      return (int) length;
    }
  }

  /// How many classes there are.
  static final int COUNT = 27;

  private static final int[] ALIGNMENTS = {64, 16, 1};
  private static final Kind[] KINDS = Kind.values();
  private static final MemoryClass[] ALL = new MemoryClass[COUNT];

  static {
    for (int i = 0; i < COUNT; i++) {
      ALL[i] = new MemoryClass(i, KINDS[i / 9], KINDS[i / 3 % 3], ALIGNMENTS[i % 3]);
    }
  }

  /// Native memory as an arena gives it to those who ask for whole cache lines.
  public static MemoryClass usual() {
    return ALL[0];
  }

  /// The class of the memory of one call; nothing is allocated.
  public static MemoryClass of(MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    int kind = kind(data);
    int worst = 0;
    long addresses = data.isNative() ? data.address() : 0;
    for (int i = 0; i < parts.size(); i++) {
      MemorySegment part = parts.get(i);
      if (part != null && part.byteSize() > 0) {
        worst = Math.max(worst, kind(part));
        addresses |= part.isNative() ? part.address() : 0;
      }
    }
    int alignment = addresses % 64 == 0 ? 0 : addresses % 16 == 0 ? 1 : 2;
    return ALL[kind * 9 + worst * 3 + alignment];
  }

  private static int kind(MemorySegment memory) {
    return !memory.isNative() ? 2 : memory.isMapped() ? 1 : 0;
  }

  /// Whether a device may work in this memory. Plain Java survives a mapped file that is cut short
  /// meanwhile, and reports it; a device's driver would take the process with it.
  public boolean isInPlace() {
    return data == Kind.NATIVE && parts == Kind.NATIVE;
  }

  /// `native to heap, aligned to 64`
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s to %s, aligned to %s", data, parts, alignment)
        .toLowerCase(Locale.ROOT);
  }
}
