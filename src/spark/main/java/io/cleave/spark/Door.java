package io.cleave.spark;

import java.lang.reflect.InvocationTargetException;

/// Where an older JVM is told that it is too old: behind it, all classes are for 25 and newer, and
/// would only say that they have "a more recent version". So nothing before it names them.
final class Door {
  private static final int NEEDED = 25;
  private static final String ENGINE = "io.cleave.spark.engine.SplitEngine";

  private Door() {}

  /// What is behind.
  ///
  /// @param who runs this JVM, for the message
  /// @throws IllegalStateException if it is too old
  static Engine engine(String who) {
    int version = Runtime.version().feature();
    if (version < NEEDED) {
      throw new IllegalStateException(tooOld(who, version));
    }
    try {
      ClassLoader here = Door.class.getClassLoader();
      return Class.forName(ENGINE, true, here)
          .asSubclass(Engine.class)
          .getConstructor()
          .newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("%s cannot be made".formatted(ENGINE), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "%s is missing; give Spark the whole of Cleave's jars".formatted(ENGINE), e);
    }
  }

  static String tooOld(String who, int version) {
    return "Cleave needs JDK %s or newer, and %s runs on %s (%s); set spark.executorEnv.JAVA_HOME for executors, and JAVA_HOME for the driver, to a JDK %s"
        .formatted(NEEDED, who, version, System.getProperty("java.home"), NEEDED);
  }
}
