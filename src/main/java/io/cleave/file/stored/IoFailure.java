package io.cleave.file.stored;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// What the system refused to do, in a sentence. The JDK's own messages may be a bare file name.
public final class IoFailure {
  private IoFailure() {}

  /// The failure of one call.
  ///
  /// @param action what failed, such as `write`
  public static IOException of(String action, Path file, IOException cause) {
    return new IOException("cannot %s %s: %s".formatted(action, file, reason(cause)), cause);
  }

  private static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "it does not exist";
      case AccessDeniedException _ -> "permission denied";
      case ClosedByInterruptException _ -> "interrupted";
      case FileSystemException failure when failure.getReason() != null -> failure.getReason();
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
