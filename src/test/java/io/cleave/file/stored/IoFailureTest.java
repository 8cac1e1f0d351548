package io.cleave.file.stored;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IoFailureTest {
  private static final Path FILE = Path.of("a.npy");

  static Stream<Arguments> causes() {
    return Stream.of(
        Arguments.of(new NoSuchFileException("a.npy"), "it does not exist"),
        Arguments.of(new AccessDeniedException("a.npy"), "permission denied"),
        Arguments.of(new ClosedByInterruptException(), "interrupted"),
        Arguments.of(
            new FileAlreadyExistsException("a.npy"), "something of that name is there already"),
        Arguments.of(new DirectoryNotEmptyException("a.npy"), "DirectoryNotEmptyException"),
        Arguments.of(new FileSystemException("a.npy", null, "Is a directory"), "Is a directory"),
        Arguments.of(new IOException("No space left on device"), "No space left on device"),
        Arguments.of(new IOException(), "IOException"));
  }

  @ParameterizedTest
  @MethodSource("causes")
  void saysWhatTheSystemRefused(IOException cause, String reason) {
    assertThat(IoFailure.of("write", FILE, cause))
        .hasMessage("cannot write a.npy: " + reason)
        .hasCause(cause);
  }
}
