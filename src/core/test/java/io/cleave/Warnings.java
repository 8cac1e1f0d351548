package io.cleave;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.LoggerFactory;

/// Records warnings, of all threads. Reads the output of slf4j-simple: with another binding on the
/// class path, such as Spark's, its tests are aborted. They lock `SYSTEM_ERR`.
public final class Warnings implements AutoCloseable {
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final PrintStream before = System.err;

  /// Listens from now on.
  public Warnings() {
    assumeThat(LoggerFactory.getILoggerFactory().getClass().getSimpleName())
        .isEqualTo("SimpleLoggerFactory");
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  /// What was said so far, each with its thread and its logger.
  public List<String> all() {
    return log.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains(" WARN "))
        .toList();
  }

  @Override
  public void close() {
    System.setErr(before);
  }
}
