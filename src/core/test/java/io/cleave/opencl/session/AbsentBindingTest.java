package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.opencl.JoclSplitter;
import io.cleave.opencl.LwjglSplitter;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Messages of splitters that are to be borrowed where the classes of their binding are absent.
class AbsentBindingTest {
  /// Borrows through LWJGL.
  public static final class Lwjgl implements Runnable {
    @Override
    public void run() {
      LwjglSplitter.borrow(1, 1).close();
    }
  }

  /// Borrows through JOCL.
  @SuppressWarnings("NullAway") // nobody has a context of classes that are not there
  public static final class Jocl implements Runnable {
    @Override
    public void run() {
      JoclSplitter.borrow(null, null).close();
    }
  }

  /// All classes of this test, but for libraries of this name.
  private static URLClassLoader without(String library) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!Path.of(entry).getFileName().toString().startsWith(library)) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static void refuses(Class<? extends Runnable> user, String library, String... words)
      throws Exception {
    try (URLClassLoader loader = without(library)) {
      Class<?> there = Class.forName(user.getName(), true, loader);
      Runnable borrowing = (Runnable) there.getDeclaredConstructor().newInstance();
      // A class that could not be made ready is just not there the second time.
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(borrowing::run)
            .isExactlyInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll(words)
            .cause()
            .isInstanceOf(LinkageError.class);
      }
    }
  }

  @Test
  void lwjglIsNamed() throws Exception {
    refuses(
        Lwjgl.class,
        "lwjgl",
        "lwjgl: it is not on the class path (java.lang.NoClassDefFoundError: ",
        "); add org.lwjgl:lwjgl-opencl and the natives of org.lwjgl:lwjgl");
  }

  @Test
  void joclIsNamed() throws Exception {
    refuses(
        Jocl.class,
        "jocl-",
        "jocl: it is not on the class path (java.lang.NoClassDefFoundError: ",
        "); add org.jocl:jocl 2.0.6, or use the other binding");
  }
}
