package io.cleave.cli;

import io.cleave.file.JobOutcome;
import io.cleave.file.PartFiles;
import io.cleave.file.WrittenPart;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import java.util.List;

/// What `cleave split` says of its work.
///
/// @param outcomes one for each input, in order
record SplitReport(List<JobOutcome> outcomes) {
  /// Prints a line for each part, and one on standard error for each input that failed.
  ///
  /// @return the worst exit code
  int print(Output output) {
    int code = complain(output);
    for (WrittenPart part : parts()) {
      output.print(
          "%s  %s%s %s  %s bytes"
              .formatted(part.file(), named(part), part.type(), part.shape(), part.bytes()));
    }
    return code;
  }

  /// Prints one JSON array of all parts, and a line on standard error for each input that failed.
  ///
  /// @return the worst exit code
  int printJson(Output output) {
    int code = complain(output);
    List<WrittenPart> parts = parts();
    if (code == ExitCode.DONE || !parts.isEmpty()) {
      output.print(JsonArray.of(parts, SplitReport::json));
    }
    return code;
  }

  private List<WrittenPart> parts() {
    return outcomes.stream().flatMap(outcome -> outcome.parts().stream()).toList();
  }

  private int complain(Output output) {
    int code = ExitCode.DONE;
    for (JobOutcome outcome : outcomes) {
      Exception failure = outcome.failure();
      if (failure != null) {
        String input = outcomes.size() == 1 ? "" : outcome.job().input().toString();
        code = Math.max(code, Complaints.failed(failure, input, output.line()));
      }
    }
    return code;
  }

  /// In a file with several tensors its name tells one from the others.
  private static String named(WrittenPart part) {
    return part.name().equals(PartFiles.stem(part.file())) ? "" : ShownName.of(part.name()) + "  ";
  }

  private static JsonObject json(WrittenPart part) {
    return JsonObject.builder()
        .put("file", part.file().toString())
        .put("name", part.name())
        .put("type", part.type().toString())
        .put("shape", JsonArray.of(part.shape().extents()))
        .put("bytes", part.bytes())
        .put("input", part.input().toString())
        .put("tensor", part.tensor())
        .put("part", part.index())
        .build();
  }
}
