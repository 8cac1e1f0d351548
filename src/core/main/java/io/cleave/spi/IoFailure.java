package io.cleave.spi;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Failures of calls to the system, reported in a sentence: the JDK's messages may be a bare file
/// name.
public final class IoFailure {
  private IoFailure() {}

  /// A call to the system.
  @FunctionalInterface
  public interface Call {
    void run() throws IOException;
  }

  /// Runs a call.
  ///
  /// @param action what it does, such as `write`
  /// @throws IOException if it fails; the message names the action and the file
  public static void run(String action, Path file, Call call) throws IOException {
    try {
      call.run();
    } catch (IOException e) {
      throw of(action, file, e);
    }
  }

  /// The failure of one call.
  ///
  /// @param action what failed, such as `write`
  public static IOException of(String action, Path file, IOException cause) {
    return new IOException("cannot %s %s: %s".formatted(action, file, reason(cause)), cause);
  }

  /// The failure of the system to read a page of a mapped file, or that the page is gone.
  ///
  /// @param cause how the JVM reports that
  public static IOException unreadable(Path file, InternalError cause) {
    return new IOException("cannot read %s: %s".formatted(file, cause.getMessage()), cause);
  }

  private static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "it does not exist";
      case AccessDeniedException _ -> "permission denied";
      case ClosedByInterruptException _ -> "interrupted";
      case FileAlreadyExistsException _ -> "something of that name is there already";
      case FileSystemException failure -> orName(failure.getReason(), e);
      default -> orName(e.getMessage(), e);
    };
  }

  private static String orName(@Nullable String text, IOException e) {
    return text == null ? e.getClass().getSimpleName() : text;
  }
}
