package io.cleave.opencl.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jocl.NativePointerObject;
import org.jocl.Pointer;
import org.jocl.cl_event;
import org.jspecify.annotations.Nullable;

/// Where OpenCL's functions put their status: most return it; those that make something store it
/// where their last argument says, an address or a buffer in LWJGL and an array in JOCL.
final class Arguments {
  /// Which arguments of the `clGet...Info` say how long the answer may be, and where it goes.
  private static final int SIZE = 2;

  private static final int ANSWER = 3;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private Arguments() {}

  /// The status of a call that was made.
  static int status(@Nullable Object result, @Nullable Object[] arguments) {
    if (result instanceof Integer status) {
      return status;
    }
    return switch (arguments[arguments.length - 1]) {
      case int[] status -> status[0];
      case IntBuffer status -> status.get(0);
      case Long address -> at(address, Integer.BYTES).get(ValueLayout.JAVA_INT, 0);
      case null, default -> throw new AssertionError("a function without a status");
    };
  }

  /// The result of a call that fails; its status is stored.
  static @Nullable Object fail(Class<?> returned, @Nullable Object[] arguments, int status) {
    if (returned == int.class) {
      return status;
    }
    switch (arguments[arguments.length - 1]) {
      case int[] stored -> stored[0] = status;
      case IntBuffer stored -> stored.put(0, status);
      case Long address -> at(address, Integer.BYTES).set(ValueLayout.JAVA_INT, 0, status);
      case null, default -> throw new AssertionError("a function without a status");
    }
    return returned == long.class ? 0L : null;
  }

  /// A question was answered; now the answer is this number.
  static void answer(@Nullable Object[] arguments, long number) {
    long bytes = number(arguments, SIZE);
    if (isNull(arguments[ANSWER])) {
      return;
    }
    MemorySegment answer = content(arguments[ANSWER], bytes);
    for (int i = 0; i < bytes; i++) {
      answer.set(ValueLayout.JAVA_BYTE, i, (byte) (i < Long.BYTES ? number >> (8 * i) : 0));
    }
  }

  /// A question was answered, perhaps only with the length; now the answer is this shorter text.
  static void answer(@Nullable Object[] arguments, String text) {
    byte[] bytes = (text + '\0').getBytes(StandardCharsets.UTF_8);
    if (number(arguments, SIZE) >= bytes.length) {
      content(arguments[ANSWER], bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }
  }

  /// An argument that is a number.
  static long number(@Nullable Object[] arguments, int at) {
    return ((Number) Objects.requireNonNull(arguments[at])).longValue();
  }

  /// The memory at a pointer.
  static MemorySegment content(@Nullable Object pointer, long bytes) {
    return switch (pointer) {
      case Long address -> at(address, bytes);
      case NativePointerObject array -> MemorySegment.ofBuffer(buffer(array));
      case null, default -> throw new AssertionError("a pointer to nothing");
    };
  }

  /// Stores a length where an argument points to.
  static void store(@Nullable Object pointer, long number) {
    if (pointer instanceof long[] array) {
      array[0] = number;
    } else {
      content(pointer, Long.BYTES).set(LONG, 0, number);
    }
  }

  /// The address of host memory that a pointer leads to.
  static long address(@Nullable Object pointer) {
    return isNull(pointer) ? 0 : content(pointer, 0).address();
  }

  /// True if a pointer is null.
  static boolean isNull(@Nullable Object pointer) {
    return pointer == null || pointer.equals(0L);
  }

  /// A pointer of the same kind as another argument.
  static Object pointer(MemorySegment to, @Nullable Object like) {
    return like instanceof Long ? to.address() : Pointer.to(to.asByteBuffer());
  }

  /// The address that a handle stands for.
  static long handle(@Nullable Object handle) {
    return handle instanceof NativePointerObject object
        ? object.getNativePointer()
        : (long) Objects.requireNonNull(handle);
  }

  /// The addresses of the events in a wait list.
  static List<Long> handles(@Nullable Object list, int count) {
    if (list instanceof cl_event[] events) {
      return Arrays.stream(events).map(Arguments::handle).toList();
    }
    return count == 0
        ? List.of()
        : Arrays.stream(at((long) Objects.requireNonNull(list), 8L * count).toArray(LONG))
            .boxed()
            .toList();
  }

  /// The event that a call has stored.
  static Object made(@Nullable Object event) {
    return event instanceof cl_event made
        ? made
        : at((long) Objects.requireNonNull(event), Long.BYTES).get(LONG, 0);
  }

  /// Makes a call with one more event in its wait list.
  ///
  /// @param at where the number of events is
  static @Nullable Object withWait(
      @Nullable Object[] arguments, int at, Object event, Interceptor.Real real) throws Throwable {
    @Nullable Object[] more = arguments.clone();
    int waits = (int) number(arguments, at);
    more[at] = waits + 1;
    if (event instanceof cl_event one) {
      cl_event[] before = waits == 0 ? new cl_event[0] : (cl_event[]) arguments[at + 1];
      cl_event[] list = Arrays.copyOf(before, waits + 1);
      list[waits] = one;
      more[at + 1] = list;
      return real.with(more);
    }
    try (Arena arena = Arena.ofConfined()) {
      List<Long> list = new ArrayList<>(handles(arguments[at + 1], waits));
      list.add((long) event);
      more[at + 1] =
          arena.allocateFrom(LONG, list.stream().mapToLong(one -> one).toArray()).address();
      return real.with(more);
    }
  }

  /// The buffer behind a pointer of JOCL's, which only its native part is told.
  private static Buffer buffer(NativePointerObject pointer) {
    try {
      Field buffer = NativePointerObject.class.getDeclaredField("buffer");
      buffer.setAccessible(true);
      return (Buffer) buffer.get(pointer);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("JOCL's pointers are made otherwise", e);
    }
  }

  @SuppressWarnings("restricted")
  private static MemorySegment at(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }
}
