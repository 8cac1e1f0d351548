package io.cleave;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What is logged at WARN meanwhile, by whichever thread. Whoever uses it locks `SYSTEM_ERR`.
public final class Warnings implements AutoCloseable {
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final PrintStream before = System.err;

  /// Listens from now on.
  public Warnings() {
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
