package io.cleave.openvino.runtime;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// Sends requests to OpenVINO in a process of its own, since some requests end the process. The
/// next request starts another one.
///
/// For use by one thread at a time.
public final class OpenVinoClient implements AutoCloseable {
  private static final int TIMEOUT_SECONDS = 60;

  /// More than a process takes that has closed its output.
  private static final int EXIT_SECONDS = 5;

  private final Path folder;
  private @Nullable Worker worker;

  /// Starts nothing yet.
  ///
  /// @param folder where OpenVINO's wheel was unpacked
  public OpenVinoClient(Path folder) {
    this.folder = folder;
  }

  /// The client of the installed OpenVINO; skips the test that asks for it where there is none.
  public static OpenVinoClient installed() {
    OpenVinoHome.problem().ifPresent(Assumptions::abort);
    return new OpenVinoClient(OpenVinoHome.folder());
  }

  /// Waits for the response, for a minute at most.
  ///
  /// If a process ends that has responded before, a new one is asked: the earlier requests may have
  /// corrupted its memory.
  public Response ask(Request request) {
    boolean isNew = worker == null;
    Response response = askOnce(request);
    return response instanceof Response.Ended && !isNew ? askOnce(request) : response;
  }

  private Response askOnce(Request request) {
    Worker asked = worker == null ? Worker.start(folder) : worker;
    worker = asked;
    CompletableFuture<Void> timeout =
        CompletableFuture.runAsync(
            asked.process::destroyForcibly,
            CompletableFuture.delayedExecutor(TIMEOUT_SECONDS, TimeUnit.SECONDS));
    try {
      return asked.ask(request);
    } catch (IOException | ClassNotFoundException e) {
      worker = null;
      return new Response.Ended("%s, after %s".formatted(asked.end(), e));
    } finally {
      timeout.cancel(false);
    }
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.process.destroyForcibly();
      worker.end();
      worker = null;
    }
  }

  /// A process that runs [OpenVinoWorker].
  ///
  /// @param errors the file for its standard error
  private record Worker(Process process, Path errors) {
    static Worker start(Path folder) {
      try {
        Path errors = Files.createTempFile("openvino", ".txt");
        // The worker needs its own classes alone.
        Path classes =
            Path.of(
                OpenVinoWorker.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Process process =
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:-CreateCoredumpOnCrash",
                    "-XX:+SuppressFatalErrorMessage",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx512m",
                    "-cp",
                    classes.toString(),
                    OpenVinoWorker.class.getName(),
                    folder.toString())
                .redirectError(errors.toFile())
                .start();
        return new Worker(process, errors);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot start a process for OpenVINO", e);
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }

    Response ask(Request request) throws IOException, ClassNotFoundException {
      ObjectOutputStream to = new ObjectOutputStream(process.getOutputStream());
      to.writeObject(request);
      to.flush();
      return (Response) new ObjectInputStream(process.getInputStream()).readObject();
    }

    /// Ends it, and gives its exit status and what it printed to standard error.
    String end() {
      process.onExit().completeOnTimeout(process, EXIT_SECONDS, TimeUnit.SECONDS).join();
      process.destroyForcibly().onExit().join();
      try {
        String printed = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8);
        Files.delete(errors);
        return "exit status %s: %s".formatted(process.exitValue(), printed.strip());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
