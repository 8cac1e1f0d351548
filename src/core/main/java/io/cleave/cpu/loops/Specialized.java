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
/// HotSpot compiles a loop over a segment well as long as the loop meets one kind of them. Where a
/// JVM first split native memory and then `byte[]`, `float[]` and `short[]`, runs of 1 and of 42
/// bytes came at 2,600 and 1,500 ns per KiB from native memory, and at 24,000 and 19,000 from
/// `byte[]` for the .7 s after the change, where 140 and 23 are possible. With a copy for each kind
/// they come at 110 and 23.
///
/// Such a class must hold all that its loops call, for C2 knows nothing of what others share. Its
/// loops are called by handles that are no constants, so that C2 compiles each of them by itself,
/// when it is hot, and not into a caller that was hot before it: three runs of 4 bytes came at 7 to
/// 19 GB/s without, whatever luck brought, and at 18.5 so.
public final class Specialized {
  /// False in a native image, which defines no classes.
  public static final boolean CAN_DEFINE_CLASSES =
      !"runtime".equals(System.getProperty("org.graalvm.nativeimage.imagecode"));

  private Specialized() {}

  /// Makes a copy of a class, which takes half a millisecond, and finds a loop in it; in the class
  /// itself where there are no copies.
  ///
  /// @param caller reaches the class
  /// @param kind the class data of the copy
  /// @param name of a static method, the only one of this name
  public static MethodHandle loop(
      Class<?> type, MethodHandles.Lookup caller, Object kind, String name) {
    try {
      MethodHandles.Lookup all = MethodHandles.privateLookupIn(type, caller);
      MethodHandles.Lookup loops = CAN_DEFINE_CLASSES ? copy(all, kind) : all;
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
  /// @param loops that of the class
  public static <T> T kind(MethodHandles.Lookup loops, Class<T> type) {
    try {
      return Objects.requireNonNull(MethodHandles.classData(loops, "_", type));
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// Rethrows what a loop has thrown: loops throw nothing that is checked.
  public static RuntimeException unchecked(Throwable e) {
    switch (e) {
      case RuntimeException known -> throw known;
      case Error known -> throw known;
      default -> throw new AssertionError(e);
    }
  }
}
