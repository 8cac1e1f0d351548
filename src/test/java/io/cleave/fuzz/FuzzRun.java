package io.cleave.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Has Jazzer look for inputs that a target cannot take, one target after the other: what `mvn
/// -Pfuzz test` runs.
///
/// New inputs and findings are kept in `target/fuzz`, where the next run begins with the former.
final class FuzzRun {
  private static final int DEFECTS_FOUND = 1;

  private FuzzRun() {}

  /// Fuzzes for as long as the properties say, and ends the JVM with an exit code of 1 if something
  /// was found.
  public static void main(String[] args) throws IOException, InterruptedException {
    List<FuzzReport> reports = new ArrayList<>();
    for (String target : FuzzTargets.named(System.getProperty("fuzz.target", ""))) {
      FuzzReport report = fuzz(target);
      System.out.println(report.line());
      reports.add(report);
    }
    System.exit(isSound(reports) ? 0 : DEFECTS_FOUND);
  }

  private static FuzzReport fuzz(String target) throws IOException, InterruptedException {
    Path base = Path.of(System.getProperty("cleave.basedir"), "target", "fuzz", target);
    return new FuzzJvm(target, base).run(Integer.getInteger("fuzz.seconds", 60));
  }

  private static boolean isSound(List<FuzzReport> reports) {
    List<FuzzReport> bad = reports.stream().filter(report -> !report.isSound()).toList();
    bad.forEach(report -> System.err.println(report.complaint()));
    return bad.isEmpty();
  }
}
