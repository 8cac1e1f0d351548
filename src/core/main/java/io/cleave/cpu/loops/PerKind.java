package io.cleave.cpu.loops;

import static java.lang.invoke.MethodType.methodType;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Loops, compiled apart for all [Kinds] of memory.
///
/// HotSpot compiles a loop over a segment well as long as the loop meets one kind of them. Where a
/// JVM first split native memory and then `byte[]`, `float[]` and `short[]`, runs of 1 and of 42
/// bytes came at 2,600 and 1,500 ns per KiB from native memory, and at 24,000 and 19,000 from
/// `byte[]` for the .7 s after the change, where 140 and 23 are possible. So each of the kinds gets
/// a hidden copy of the class that holds the loops, and comes at 110 and 23.
///
/// Such a class must hold all of its loops itself, for what it calls in other classes is shared. It
/// should check [Kinds#isShared] before its loops unless it is made for confined memory. Safe for
/// use by many threads.
///
/// @param <T> what the loops are called by
public final class PerKind<T> implements ByKind<T> {
  private final Class<?> template;
  private final Function<MethodHandles.Lookup, T> make;
  private final ConcurrentHashMap<Kinds, T> made = new ConcurrentHashMap<>();

  /// @param template the class that holds the loops
  /// @param make finds the loops in it, or in a copy of it
  public PerKind(Class<?> template, Function<MethodHandles.Lookup, T> make) {
    this.template = template;
    this.make = make;
  }

  /// Objects of the class, which has a constructor without parameters.
  public static <T> PerKind<T> ofObjects(Class<T> type, Class<? extends T> template) {
    return new PerKind<>(template, loops -> create(type, loops));
  }

  private static <T> T create(Class<T> type, MethodHandles.Lookup loops) {
    try {
      return type.cast(loops.findConstructor(loops.lookupClass(), methodType(void.class)).invoke());
    } catch (Throwable e) {
      throw new LinkageError("%s has no constructor without parameters".formatted(type), e);
    }
  }

  @Override
  public T of(Kinds kinds) {
    return made.computeIfAbsent(kinds, missing -> make.apply(loops(missing)));
  }

  private MethodHandles.Lookup loops(Kinds kinds) {
    MethodHandles.Lookup original = Kinds.lookup(template);
    try {
      return Kinds.copy(original, kinds);
    } catch (IOException
        | IllegalAccessException
        | LinkageError
        | UnsupportedOperationException e) {
      // Where classes cannot be defined, as in a native image, one for all must do.
      return original;
    }
  }
}
