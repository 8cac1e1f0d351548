package io.cleave.cli;

import io.cleave.cli.print.Complaints;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.ShownName;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.JobResult;
import io.cleave.file.io.WrittenPart;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonValue;
import java.util.List;
import java.util.stream.Stream;

/// What `cleave split` says of its work.
///
/// @param outcomes one for each input, in order
record SplitReport(List<JobResult> outcomes) {
  /// Prints a line for each part, and one on standard error for each input that failed.
  ///
  /// @return the worst exit code
  int print(Output output) {
    int code = complain(output);
    for (WrittenPart part : parts()) {
      output.print(
          "%s  %s%s %s  %s bytes"
              .formatted(
                  ShownName.of(part.file()), named(part), part.type(), part.shape(), part.bytes()));
    }
    return code;
  }

  /// Prints one JSON array, input by input: all parts, or the problem of an input that failed; of
  /// that also a line on standard error.
  ///
  /// @return the worst exit code
  int printJson(Output output) {
    int code = complain(output);
    output.print(new JsonArray(outcomes.stream().flatMap(SplitReport::json).toList()));
    return code;
  }

  private List<WrittenPart> parts() {
    return outcomes.stream().flatMap(outcome -> outcome.parts().stream()).toList();
  }

  private static Stream<JsonValue> json(JobResult outcome) {
    Exception failure = outcome.failure();
    return failure == null
        ? outcome.parts().stream().map(SplitReport::json)
        : Stream.of(
            JsonObject.builder()
                .put("input", outcome.job().input().toString())
                .put("problem", Complaints.sentence(failure))
                .build());
  }

  private int complain(Output output) {
    int code = ExitCode.DONE;
    for (JobResult outcome : outcomes) {
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
    return part.name().equals(StoredTensor.nameFrom(part.file()))
        ? ""
        : ShownName.of(part.name()) + "  ";
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
