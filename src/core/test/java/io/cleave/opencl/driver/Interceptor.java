package io.cleave.opencl.driver;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Stands between a [Driver] and the real functions.
@FunctionalInterface
public interface Interceptor {
  /// Calls straight through.
  Interceptor NONE = (function, arguments, real) -> real.with(arguments);

  /// One call of a function.
  ///
  /// @return what the caller gets
  @Nullable Object call(String function, @Nullable Object[] arguments, Real real) throws Throwable;

  /// Runs all commands that are held back.
  default void runAll() {}

  /// The functions whose commands are held back.
  default List<String> pending() {
    return List.of();
  }

  /// The real function.
  @FunctionalInterface
  interface Real {
    @Nullable Object with(@Nullable Object[] arguments) throws Throwable;
  }
}
