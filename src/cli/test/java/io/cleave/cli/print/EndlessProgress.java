package io.cleave.cli.print;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// A process whose work has no end and shows how far it has come, for a test that ends it.
final class EndlessProgress {
  private EndlessProgress() {}

  static void main() throws InterruptedException {
    PrintWriter terminal = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    AtomicLong clock = new AtomicLong();
    try (ProgressLine line = new ProgressLine(terminal, clock::get)) {
      line.expect(Long.MAX_VALUE);
      for (; ; Thread.sleep(10)) {
        clock.addAndGet(TimeUnit.SECONDS.toNanos(2));
        line.advance(1);
        System.out.println("drawn");
      }
    }
  }
}
