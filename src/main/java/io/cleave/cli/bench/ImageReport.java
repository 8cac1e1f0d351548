package io.cleave.cli.bench;

import io.cleave.bench.Heat;
import io.cleave.bench.Subject;
import io.cleave.bench.image.ImageHeats;
import io.cleave.bench.image.ImageJson;
import io.cleave.bench.image.ImageMeet;
import io.cleave.bench.image.ImageTable;
import io.cleave.bench.report.HeatChart;
import io.cleave.cli.option.ReportOptions;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Races for all images and prints what came out, each when it is done.
///
/// @param output where to
/// @param files where else
record ImageReport(Output output, ReportOptions files) {
  /// Races, prints and writes.
  ///
  /// @return the exit code
  int run(List<Subject> subjects, ImageMeet meet) {
    List<ImageHeats> images = new ArrayList<>();
    ImageTable.head().forEach(output::print);
    for (Subject subject : subjects) {
      ImageHeats image = meet.run(subject);
      images.add(image);
      output.print(ImageTable.line(image));
    }
    ImageTable.summary(images).forEach(output::print);
    List<Heat> heats =
        images.stream().flatMap(image -> Stream.of(image.one(), image.all())).toList();
    files.write(
        ImageJson.of(images),
        () -> HeatChart.of(heats, "cleave bench --images: one thread, all threads"));
    return heats.stream().anyMatch(Heat::hasWrongAnswer) ? ExitCode.CHECK_FAILED : ExitCode.DONE;
  }
}
