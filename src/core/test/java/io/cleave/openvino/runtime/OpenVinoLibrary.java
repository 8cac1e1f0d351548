package io.cleave.openvino.runtime;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// OpenVINO's C library: calls of its functions by name.
///
/// Safe for use by many threads, but the message of an exception is that of the last failed call of
/// any thread.
public final class OpenVinoLibrary {
  private static final Linker LINKER = Linker.nativeLinker();

  private final SymbolLookup symbols;
  private final Map<String, MethodHandle> functions = new ConcurrentHashMap<>();
  private final MethodHandle lastMessage;
  private final MethodHandle info;

  @SuppressWarnings("restricted")
  private OpenVinoLibrary(Path file) {
    this.symbols = SymbolLookup.libraryLookup(file, Arena.global());
    this.lastMessage = handle("ov_get_last_err_msg", FunctionDescriptor.of(ADDRESS));
    this.info = handle("ov_get_error_info", FunctionDescriptor.of(ADDRESS, JAVA_INT));
  }

  /// Loads the library of a wheel that was unpacked into a folder.
  ///
  /// @throws IllegalStateException if it is not there
  public static OpenVinoLibrary in(Path folder) {
    return file(folder)
        .map(OpenVinoLibrary::new)
        .orElseThrow(() -> new IllegalStateException(OpenVinoHome.complaint(folder)));
  }

  /// The library of a wheel that was unpacked into a folder, if it is there.
  static Optional<Path> file(Path folder) {
    Path libraries = folder.resolve("openvino", "libs");
    if (!Files.isDirectory(libraries)) {
      return Optional.empty();
    }
    // The name ends with a version.
    try (Stream<Path> files = Files.list(libraries)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("libopenvino_c.so"))
          .map(Path::toAbsolutePath)
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list %s".formatted(libraries), e);
    }
  }

  /// A function that returns a status.
  MethodHandle function(String name, MemoryLayout... parameters) {
    return handle(name, FunctionDescriptor.of(JAVA_INT, parameters));
  }

  /// A function that returns a status and takes a variable number of arguments after the first
  /// `fixed` ones.
  MethodHandle variadic(String name, int fixed, MemoryLayout... parameters) {
    FunctionDescriptor descriptor = FunctionDescriptor.of(JAVA_INT, parameters);
    return handle(name, descriptor, Linker.Option.firstVariadicArg(fixed));
  }

  @SuppressWarnings("restricted")
  private MethodHandle handle(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    return LINKER.downcallHandle(symbols.findOrThrow(name), descriptor, options);
  }

  /// Calls a function that returns a status. Its parameters have the types of the arguments:
  /// pointers are segments, numbers `long`, `int` and so on.
  ///
  /// @throws UnsupportedOperationException if it fails
  void call(String name, Object... arguments) {
    MethodHandle function =
        functions.computeIfAbsent(
            name,
            _ ->
                function(
                    name,
                    Arrays.stream(arguments)
                        .map(OpenVinoLibrary::layout)
                        .toArray(MemoryLayout[]::new)));
    check((int) invoke(function, arguments));
  }

  private static MemoryLayout layout(Object argument) {
    return switch (argument) {
      case MemorySegment _ -> ADDRESS;
      case Long _ -> JAVA_LONG;
      case Integer _ -> JAVA_INT;
      default -> throw new IllegalArgumentException("no C type for " + argument);
    };
  }

  /// A function that frees what it is given.
  MethodHandle free(String name) {
    return functions.computeIfAbsent(name, _ -> handle(name, FunctionDescriptor.ofVoid(ADDRESS)));
  }

  /// Creates an object.
  ///
  /// @param free the function that frees it
  /// @param create writes its address into a segment
  OpenVinoObject create(String free, Consumer<MemorySegment> create) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(ADDRESS);
      create.accept(address);
      return new OpenVinoObject(address.get(ADDRESS, 0), free(free));
    }
  }

  /// Checks the status that a function returned.
  ///
  /// @throws UnsupportedOperationException if the function failed
  void check(int status) {
    if (status != 0) {
      String message = text(invoke(lastMessage));
      throw new UnsupportedOperationException(
          "OpenVINO refused: %s (%s)".formatted(message, text(invoke(info, status))));
    }
  }

  @SuppressWarnings("restricted")
  private static String text(Object address) {
    MemorySegment start = (MemorySegment) address;
    return start.address() == 0
        ? "it does not say why"
        : start.reinterpret(Long.MAX_VALUE).getString(0).strip().replaceAll("\\s+", " ");
  }

  static Object invoke(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a C function cannot throw this", e);
    }
  }
}
