package io.cleave.cli.bench;

import io.cleave.bench.Effort;
import io.cleave.bench.Heat;
import io.cleave.bench.Race;
import io.cleave.bench.survey.Stratum;
import io.cleave.bench.survey.Survey;
import io.cleave.bench.survey.SurveyChart;
import io.cleave.bench.survey.SurveyJson;
import io.cleave.bench.survey.SurveyTable;
import io.cleave.cli.option.ReportOptions;
import io.cleave.cli.print.CountLine;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import java.util.ArrayList;
import java.util.List;

/// Carries a survey out and prints it, each size when it is done.
///
/// @param output where to
/// @param files where else
record SurveyReport(Output output, ReportOptions files) {
  /// Races, prints and writes.
  ///
  /// @return the exit code
  int run(Survey survey, Race race, Effort effort) {
    String title = "cleave bench --survey %s --seed %s".formatted(survey.count(), survey.seed());
    output.print(title);
    List<Stratum> strata = new ArrayList<>();
    try (CountLine line =
        CountLine.of(output, "splits", (long) survey.count() * survey.sizes().size())) {
      survey.warmUp(race);
      for (long bytes : survey.sizes()) {
        Stratum stratum = survey.run(race, bytes, _ -> line.advance());
        strata.add(stratum);
        line.erase();
        SurveyTable.of(stratum).forEach(output::print);
      }
    }
    SurveyTable.worst(strata).forEach(output::print);
    files.write(SurveyJson.of(survey, effort, strata), () -> SurveyChart.of(strata, title));
    return strata.stream().flatMap(one -> one.heats().stream()).anyMatch(Heat::hasWrongAnswer)
        ? ExitCode.CHECK_FAILED
        : ExitCode.DONE;
  }
}
