package io.cleave.cpu;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Kernels, compiled apart for every two kinds of memory: heap arrays of each type, native, mapped.
///
/// HotSpot compiles a loop over a segment well as long as the loop meets one kind of them. Where a
/// JVM first split native memory and then `byte[]`, `float[]` and `short[]`, runs of 1 and of 42
/// bytes came at 2,600 and 1,500 ns per KiB from native memory, and at 24,000 and 19,000 from
/// `byte[]` for the .7 s after the change, where 140 and 23 are possible. So the first kinds get
/// the class that holds the loops; all others get a hidden class of the same bytes, which takes
/// half a millisecond, and come at 110 and 23.
///
/// Such a class must hold all of its loops itself, for what it calls in other classes is shared. It
/// needs a constructor without parameters. Safe for use by many threads.
///
/// @param <T> what the kernels are called by
final class PerKind<T> implements ByKind<T> {
  private record Kinds(Class<?> data, Class<?> part) {}

  private final Class<T> type;
  private final Class<? extends T> template;
  private final ConcurrentHashMap<Kinds, T> made = new ConcurrentHashMap<>();
  private @Nullable T first;

  /// @param type what the kernels are called by
  /// @param template the class that holds the loops
  PerKind(Class<T> type, Class<? extends T> template) {
    this.type = type;
    this.template = template;
  }

  @Override
  public T of(Class<?> data, Class<?> part) {
    return made.computeIfAbsent(new Kinds(data, part), _ -> next());
  }

  private synchronized T next() {
    if (first == null) {
      first = create(template);
      return first;
    }
    Class<?> copy = copy();
    return copy == null ? first : create(copy);
  }

  /// Null where classes cannot be defined, as in a native image: one for all must do there.
  private @Nullable Class<?> copy() {
    try (InputStream bytes = template.getResourceAsStream(template.getSimpleName() + ".class")) {
      return bytes == null
          ? null
          : MethodHandles.privateLookupIn(template, MethodHandles.lookup())
              .defineHiddenClass(bytes.readAllBytes(), true)
              .lookupClass();
    } catch (IOException
        | IllegalAccessException
        | LinkageError
        | UnsupportedOperationException e) {
      return null;
    }
  }

  private T create(Class<?> kernels) {
    try {
      Constructor<?> constructor = kernels.getDeclaredConstructor();
      constructor.setAccessible(true);
      return type.cast(constructor.newInstance());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("%s has no constructor without parameters".formatted(template), e);
    }
  }
}
