package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// The kinds of memory that a loop reads and writes. C2 must know them to compile the loop well.
/// Each kind is a class of segments: native memory, mapped files, arrays of each type.
///
/// @param data the class of the segment that is read
/// @param part the class of the segments that are written
/// @param isConfined true if one of them belongs to one thread
public record MemoryKinds(Class<?> data, Class<?> part, boolean isConfined) {
  /// A thread that owns no memory. It inherits nothing from the thread that loads this class.
  private static final Thread STRANGER = new Thread(null, null, "cleave-stranger", 0, false);

  /// Copy for data in memory of another class.
  public MemoryKinds from(Class<?> type) {
    return new MemoryKinds(type, part, isConfined);
  }

  /// Copy for parts in memory of another class.
  public MemoryKinds to(Class<?> type) {
    return new MemoryKinds(data, type, isConfined);
  }

  /// A key for maps. Of the record itself the JDK would generate equals and hashCode, which takes
  /// 10 ms.
  ///
  /// @param more what else tells one entry from the others
  public List<Object> key(Object... more) {
    return List.of(data, part, isConfined, List.of(more));
  }

  /// True if memory is not confined to one thread.
  ///
  /// Loops check this before they begin, although the caller knows it: C2 then knows that there is
  /// no owner. Otherwise, in a JVM that has used confined arenas, C2 predicts that the current
  /// thread is the owner. That is never true, so the loop is deoptimised and compiled again, dozens
  /// of times (Temurin 25, `UseProfiledLoopPredicate`).
  public static boolean isShared(MemorySegment memory) {
    return memory.isAccessibleBy(STRANGER);
  }

  /// The exception of a loop that is given memory of another kind.
  ///
  /// Before a loop begins, a method of its class compares the classes and throws this: C2 inlines
  /// it and knows them behind it, but does not learn them from a method that says yes or no.
  /// Without that it relies on its profile, which may be polluted: in a JVM that had split arrays
  /// of several types, 79 runs of 2 bytes of native memory ran at a fifteenth of the rate.
  public static IllegalStateException misfit(Class<?> data, Class<?> part) {
    return new IllegalStateException("loops for %s and %s".formatted(data, part));
  }
}
