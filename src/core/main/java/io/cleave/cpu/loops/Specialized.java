package io.cleave.cpu.loops;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.Objects;

/// Hidden copies of classes with loops, each specialised for one kind of memory by its class data.
/// This avoids type-profile pollution.
///
/// HotSpot compiles a loop over segments well as long as the loop sees one kind of them. After
/// native memory and arrays of three types, one loop for all takes 20 to 60 times as long.
///
/// Such a class must contain all methods that its loops call, since methods of other classes share
/// their profiles. Its loops are called by method handles that are not constant, so that C2
/// compiles each loop separately once it is hot, and not into a caller that was hot earlier.
public final class Specialized {
  private Specialized() {}

  /// Makes a copy of a class, in half a millisecond, and finds a loop in it.
  ///
  /// @param caller has access to the class
  /// @param kind the class data of the copy
  /// @param name of a static method, the only one of this name
  public static MethodHandle loop(
      Class<?> type, MethodHandles.Lookup caller, Object kind, String name) {
    try {
      MethodHandles.Lookup loops = copy(MethodHandles.privateLookupIn(type, caller), kind);
      return loops.unreflect(
          Arrays.stream(loops.lookupClass().getDeclaredMethods())
              .filter(method -> method.getName().equals(name))
              .findAny()
              .orElseThrow());
    } catch (IOException | IllegalAccessException e) {
      throw new LinkageError("%s has no loop %s".formatted(type, name), e);
    }
  }

  private static MethodHandles.Lookup copy(MethodHandles.Lookup original, Object kind)
      throws IOException, IllegalAccessException {
    Class<?> type = original.lookupClass();
    try (InputStream bytes =
        Objects.requireNonNull(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
      return original.defineHiddenClassWithClassData(bytes.readAllBytes(), kind, true);
    }
  }

  /// The class data of a copy.
  ///
  /// @param loops the lookup of the copy
  public static <T> T kind(MethodHandles.Lookup loops, Class<T> type) {
    try {
      return Objects.requireNonNull(MethodHandles.classData(loops, "_", type));
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// Rethrows an exception of a loop. Loops throw no checked exceptions.
  public static RuntimeException unchecked(Throwable e) {
    switch (e) {
      case RuntimeException known -> throw known;
      case Error known -> throw known;
      default -> throw new AssertionError(e);
    }
  }
}
