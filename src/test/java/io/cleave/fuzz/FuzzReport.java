package io.cleave.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What came of fuzzing one target.
///
/// @param target its name
/// @param seconds how long it took
/// @param executions how many inputs it was fed
/// @param code the exit code of Jazzer's JVM
/// @param findings files of inputs that it could not take
/// @param log what Jazzer said
record FuzzReport(
    String target, long seconds, long executions, int code, List<Path> findings, Path log) {
  private static final Pattern EXECUTIONS =
      Pattern.compile("stat::number_of_executed_units:\\s*(\\d+)");

  /// How libFuzzer names what it finds.
  private static final Pattern FINDING = Pattern.compile("(crash|timeout|oom|leak)-.*");

  FuzzReport {
    findings = List.copyOf(findings);
  }

  /// Reads what Jazzer left in a folder.
  ///
  /// @param begin when it began: earlier findings may be mended by now
  static FuzzReport of(String target, Instant begin, int code, Path folder) throws IOException {
    Path log = log(folder);
    long seconds = Duration.between(begin, Instant.now()).toSeconds();
    List<Path> findings = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        boolean isFinding = FINDING.matcher(file.getFileName().toString()).matches();
        if (isFinding && Files.getLastModifiedTime(file).toInstant().isAfter(begin)) {
          findings.add(file);
        }
      }
    }
    return new FuzzReport(target, seconds, executions(log), code, findings, log);
  }

  /// Where Jazzer writes what it says.
  static Path log(Path folder) {
    return folder.resolve("log.txt");
  }

  private static long executions(Path log) throws IOException {
    return EXECUTIONS
        .matcher(Files.readString(log, StandardCharsets.ISO_8859_1))
        .results()
        .map(MatchResult::group)
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .sum();
  }

  /// Whether nothing was found, and Jazzer came to its end.
  boolean isSound() {
    return code == 0 && findings.isEmpty();
  }

  /// A row of a table.
  String line() {
    return "| `%s` | %s | %s | %s |".formatted(target, seconds, executions, findings.size());
  }

  /// What is to be done about it.
  String complaint() {
    return findings.isEmpty()
        ? "%s: Jazzer ended with exit code %s, see %s".formatted(target, code, log)
        : "%s cannot take %s; %s says why, and a copy in %s has every build try it"
            .formatted(target, findings, log, Corpus.of(target));
  }
}
