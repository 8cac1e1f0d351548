package io.cleave.fuzz;

import io.cleave.Allocated;
import io.cleave.file.MalformedFileException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// One input, fed to a target and judged.
final class Trial {
  /// Far more than any target takes for an input of a few KiB, and far less than a number that is
  /// believed before it is checked would have it take.
  private static final long MOST_BYTES = 64 << 20;

  /// Deflated data grows by up to 1032 times, and is read twice.
  private static final long MOST_GROWTH = 4096;

  private static final int LONGEST_SENTENCE = 2000;

  private Trial() {}

  /// Feeds an input.
  ///
  /// @return whether it was accepted
  /// @throws AssertionError if it was neither accepted nor refused as it should be, or took memory
  ///   that it had no right to
  static boolean of(FuzzTarget target, byte[] input) throws IOException {
    long most = MOST_BYTES + input.length * MOST_GROWTH;
    long allocated = 0;
    // Once more where it is too much: the first time, classes may have been loaded.
    for (int i = 0; i < 2; i++) {
      long before = Allocated.bytes();
      boolean accepted = isAccepted(target, input);
      allocated = Allocated.bytes() - before;
      if (allocated <= most) {
        return accepted;
      }
    }
    throw new AssertionError("%s bytes had %s allocated".formatted(input.length, allocated));
  }

  private static boolean isAccepted(FuzzTarget target, byte[] input) throws IOException {
    try {
      return target.accepts(input);
    } catch (IllegalArgumentException | MalformedFileException e) {
      requireSentence(e);
      return false;
    }
  }

  /// A refusal is Cleave's own: one that the JDK throws would name neither values nor a remedy.
  private static void requireSentence(Exception refusal) {
    StackTraceElement[] stack = refusal.getStackTrace();
    boolean isOurs = stack.length == 0 || stack[0].getClassName().startsWith("io.cleave.");
    if (!isOurs || !isSentence(refusal.getMessage())) {
      throw new AssertionError("refused, but not with a sentence of Cleave's own", refusal);
    }
  }

  /// Whether a text is one line that no terminal obeys.
  static boolean isSentence(@Nullable String text) {
    return text != null
        && !text.isBlank()
        && text.length() <= LONGEST_SENTENCE
        && text.chars().noneMatch(Character::isISOControl);
  }

  /// Whether a text of many lines has nothing else that a terminal obeys.
  static boolean isPlain(String text) {
    return text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n');
  }
}
