package io.cleave.cpu.loops;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/// The memory that a loop meets: what C2 must know of it to compile the loop well. The classes of
/// segments say whether memory is native, mapped, or an array of some type.
///
/// @param data the class of the segment that is read
/// @param part the class of those that are written
/// @param isConfined whether any of them belongs to one thread
public record Kinds(Class<?> data, Class<?> part, boolean isConfined) {
  /// All of them: what a class is for that is no copy.
  public static final Kinds ANY = new Kinds(MemorySegment.class, MemorySegment.class, true);

  /// A thread that owns no memory, and keeps nothing of whoever calls first.
  private static final Thread NOBODY =
      Thread.ofPlatform().inheritInheritableThreadLocals(false).unstarted(() -> {});

  /// Those of two segments.
  public static Kinds of(MemorySegment data, MemorySegment part) {
    boolean isConfined = !isShared(data) || !isShared(part);
    return new Kinds(data.getClass(), part.getClass(), isConfined);
  }

  /// Whether memory belongs to no thread alone.
  ///
  /// Loops over such memory ask this before they begin, though it is known. C2 takes the owner for
  /// null then. Otherwise, in a JVM that has used confined arenas, it checks before each loop that
  /// the current thread is the owner; as that is never so, the loop goes on in the interpreter, and
  /// is compiled again, dozens of times in a row (u8 in three, 150 KB: 4 us, and 110 to 3,500 for
  /// the seconds that took; Temurin 25, `UseProfiledLoopPredicate`).
  public static boolean isShared(MemorySegment memory) {
    return memory.isAccessibleBy(NOBODY);
  }

  /// What may do anything in a class of this package's module, without initialising it.
  static MethodHandles.Lookup lookup(Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    } catch (IllegalAccessException e) {
      throw new LinkageError("%s is out of reach".formatted(type), e);
    }
  }

  /// Defines a hidden copy of a class, of which these kinds are the class data. It takes half a
  /// millisecond.
  ///
  /// @param template may define classes beside the one that is copied
  /// @param data the class data
  /// @return what may do anything in the copy
  /// @throws IllegalAccessException if the template is another module's
  public static MethodHandles.Lookup copy(MethodHandles.Lookup template, Object data)
      throws IOException, IllegalAccessException {
    Class<?> type = template.lookupClass();
    try (InputStream bytes = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      if (bytes == null) {
        throw new LinkageError("%s is no resource".formatted(type));
      }
      return template.defineHiddenClassWithClassData(bytes.readAllBytes(), data, true);
    }
  }

  /// What a copy of a class is made for; [#ANY] if it is none.
  ///
  /// @param loops that of the class
  public static Kinds of(MethodHandles.Lookup loops) {
    try {
      Kinds kinds = MethodHandles.classData(loops, "_", Kinds.class);
      return kinds == null ? ANY : kinds;
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// What a loop throws that is given memory of another kind.
  ///
  /// A loop compares the classes itself, before it begins: behind a method that says yes or no C2
  /// forgets them again, and left to what it has seen, it may know none: in a JVM that had split
  /// arrays of several types, 79 runs of 2 bytes of native memory came at a fifteenth of the rate.
  public static IllegalStateException misfit(Class<?> data, Class<?> part) {
    return new IllegalStateException("loops for %s and %s".formatted(data, part));
  }

  /// What a loop has thrown: loops throw nothing that is checked.
  public static RuntimeException unchecked(Throwable e) {
    switch (e) {
      case RuntimeException known -> throw known;
      case Error known -> throw known;
      default -> throw new AssertionError(e);
    }
  }
}
