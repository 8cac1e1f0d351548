package io.cleave.openvino.runtime;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// OpenVINO, asked. It runs in a process of its own, which is begun anew after it was ended by a
/// question: some do end it.
///
/// For use by one thread at a time.
public final class Oracle implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private final Path folder;
  private @Nullable Session session;

  /// Begins nothing yet.
  ///
  /// @param folder where OpenVINO's wheel was unpacked
  public Oracle(Path folder) {
    this.folder = folder;
  }

  /// A process, the streams to and from it, and what it says besides.
  private record Session(
      Process process, DataOutputStream to, DataInputStream from, LastWords words) {
    static Session begin(Path folder) {
      List<String> command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "--enable-native-access=ALL-UNNAMED",
              "-XX:-CreateCoredumpOnCrash",
              "-XX:+SuppressFatalErrorMessage",
              "-XX:TieredStopAtLevel=1",
              "-Xmx512m",
              "-cp",
              System.getProperty("java.class.path"),
              Respondent.class.getName(),
              folder.toString());
      try {
        Process process = new ProcessBuilder(command).start();
        return new Session(
            process,
            new DataOutputStream(new BufferedOutputStream(process.getOutputStream())),
            new DataInputStream(new BufferedInputStream(process.getInputStream())),
            LastWords.of(process.getErrorStream()));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot begin a process for OpenVINO", e);
      }
    }

    Answer ask(Inquiry inquiry) throws IOException {
      inquiry.write(to);
      return Answer.read(from);
    }

    String end() {
      process.destroy();
      try {
        if (!process.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
          process.destroyForcibly().waitFor();
        }
      } catch (InterruptedException _) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
      return process.isAlive() ? "killed" : farewell();
    }

    private String farewell() {
      String status = "exit status %s".formatted(process.exitValue());
      String complaint = words.complaint();
      return complaint.isEmpty() ? status : "%s, saying: %s".formatted(status, complaint);
    }
  }

  /// Asks, and waits for the answer, for a minute at most.
  ///
  /// Where a process ends that has answered before, a new one is asked, for another minute: of
  /// 40,798 questions one ended it that by itself was answered 60 times out of 60, so that it must
  /// have ended for what it was asked before.
  public Answer ask(Inquiry inquiry) {
    boolean isNew = session == null;
    Answer answer = askOnce(inquiry);
    boolean hasEnded = session == null;
    return hasEnded && !isNew && !Thread.currentThread().isInterrupted()
        ? askOnce(inquiry)
        : answer;
  }

  private Answer askOnce(Inquiry inquiry) {
    Session asked = session == null ? Session.begin(folder) : session;
    session = asked;
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(asked.ask(inquiry));
              } catch (IOException | RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      // A process that ends may leave the end of a stream, a broken pipe, or a closed one.
      return ended(e.getCause() instanceof IOException ? "" : ": " + e.getCause());
    } catch (TimeoutException _) {
      return ended(": it was silent for %s s".formatted(PATIENCE.toSeconds()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return ended(": interrupted");
    }
  }

  private Answer.Ended ended(String why) {
    Session last = session;
    session = null;
    return new Answer.Ended("its process ended" + (last == null ? "" : ", " + last.end()) + why);
  }

  @Override
  public void close() {
    if (session != null) {
      session.end();
      session = null;
    }
  }
}
