package io.cleave.disk;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A real path, whose file system is that of a [Disk]. It answers as the real one does, and with
/// paths of the disk.
///
/// @param system the file system
/// @param real the path
record DiskPath(DiskFileSystem system, Path real) implements InvocationHandler {
  /// The path of the disk.
  static Path of(DiskFileSystem system, Path real) {
    return (Path)
        Proxy.newProxyInstance(
            DiskPath.class.getClassLoader(),
            new Class<?>[] {Path.class},
            new DiskPath(system, real));
  }

  /// Whether it is one of a disk.
  static boolean isOne(@Nullable Object path) {
    return path != null
        && Proxy.isProxyClass(path.getClass())
        && Proxy.getInvocationHandler(path) instanceof DiskPath;
  }

  /// The real path of any.
  static Path real(Path path) {
    return isOne(path) ? ((DiskPath) Proxy.getInvocationHandler(path)).real() : path;
  }

  @Override
  public @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    if (method.getName().equals("getFileSystem")) {
      return system;
    }
    @Nullable Object[] real = arguments == null ? new Object[0] : arguments.clone();
    for (int i = 0; i < real.length; i++) {
      real[i] = real[i] instanceof Path path ? real(path) : real[i];
    }
    try {
      Object result = method.invoke(this.real, real);
      return result instanceof Path path ? system.wrap(path) : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
