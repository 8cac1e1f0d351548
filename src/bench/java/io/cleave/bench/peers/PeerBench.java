package io.cleave.bench.peers;

import io.cleave.bench.Effort;
import io.cleave.bench.Heat;
import io.cleave.bench.Lineup;
import io.cleave.bench.OutputPool;
import io.cleave.bench.Race;
import io.cleave.bench.Role;
import io.cleave.bench.Subject;
import io.cleave.bench.Suite;
import io.cleave.bench.convert.ConversionSuite;
import io.cleave.bench.image.ImageHeats;
import io.cleave.bench.image.ImageJson;
import io.cleave.bench.image.ImageMeet;
import io.cleave.bench.image.ImageSuite;
import io.cleave.bench.image.ImageTable;
import io.cleave.bench.report.Distribution;
import io.cleave.bench.report.HeatChart;
import io.cleave.bench.report.HeatJson;
import io.cleave.bench.report.HeatTable;
import io.cleave.bench.survey.Stratum;
import io.cleave.bench.survey.Survey;
import io.cleave.bench.survey.SurveyChart;
import io.cleave.bench.survey.SurveyJson;
import io.cleave.bench.survey.SurveyTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Runs the suite, a survey, the images or the conversions with the peers: prints tables, and
/// writes the figures to `target/bench`.
///
/// In a survey, half of the splits are of arrays. Peers are given a native copy of these, which is
/// what they take, and are no slower for it.
public final class PeerBench {
  private static final Path REPORTS = Path.of("target", "bench");
  private static final Duration BRIEF = Duration.ofMillis(60);

  private final PeerArguments asked;
  private final OutputPool pool = new OutputPool();
  private final PeerField field = new PeerField(new Lineup(pool));

  private PeerBench(PeerArguments asked) {
    this.asked = asked;
  }

  /// Races through the suite, or some of it, a survey, or images.
  ///
  /// @param args names of the suite, such as `A`; or `--survey N`, with `--seed S`, `--size
  ///   256K,2M` and `--repeat R`; or `--images` or `--conversions`, with part of a name; and for
  ///   all of them `--seconds S`. None stand for the suite
  public static void main(String[] args) throws IOException {
    PeerBench bench = new PeerBench(PeerArguments.of(args));
    if (bench.run().anyMatch(Heat::hasWrongAnswer)) {
      throw new IllegalStateException("somebody's answer is wrong: see the table");
    }
  }

  private Stream<Heat> run() throws IOException {
    if (asked.survey().isPresent()) {
      return survey(asked.survey().get());
    }
    if (asked.conversions().isPresent()) {
      return conversions(ConversionSuite.named(asked.conversions().get()));
    }
    return asked.images().isPresent() ? images(ImageSuite.named(asked.images().get())) : suite();
  }

  private Stream<Heat> suite() throws IOException {
    List<Subject> subjects =
        asked.names().isEmpty() ? Suite.all() : asked.names().stream().map(Suite::find).toList();
    Duration each = asked.time(Effort.USUAL.each());
    Race race = new Race(field.inSuite(), pool, Effort.of(each, Effort.USUAL.rounds()));
    List<Heat> heats = new ArrayList<>();
    for (Subject subject : subjects) {
      Heat heat = race.run(subject);
      heats.add(heat);
      HeatTable.of(heat).forEach(IO::println);
    }
    HeatTable.summary(heats).forEach(IO::println);
    Distribution.over(heats, heat -> heat.bestOfOurs().flatMap(best -> heat.ratio(best, Role.PEER)))
        .map(Distribution::geomean)
        .map(mean -> String.format(Locale.ROOT, "  geometric mean, x peer: %.2f", mean))
        .ifPresent(IO::println);
    write("suite.json", HeatJson.of(heats).pretty() + "\n");
    write("suite.svg", HeatChart.of(heats, "Cleave, its peers and a plain copy"));
    return heats.stream();
  }

  private Stream<Heat> survey(Survey survey) throws IOException {
    Effort effort = Effort.brief(asked.time(BRIEF));
    Race race = new Race(field.inSurvey(asked.again()), pool, effort);
    String title = "--survey %s --seed %s, with peers".formatted(survey.count(), survey.seed());
    IO.println(title);
    survey.warmUp(race);
    List<Stratum> strata = new ArrayList<>();
    for (long bytes : survey.sizes()) {
      Stratum stratum = survey.run(race, bytes, _ -> {});
      strata.add(stratum);
      SurveyTable.of(stratum).forEach(IO::println);
    }
    SurveyTable.worst(strata).forEach(IO::println);
    write("survey.json", SurveyJson.of(survey, effort, strata).pretty() + "\n");
    write("survey.svg", SurveyChart.of(strata, title));
    return strata.stream().flatMap(stratum -> stratum.heats().stream());
  }

  private Stream<Heat> images(List<Subject> subjects) throws IOException {
    Effort effort = Effort.brief(asked.time(BRIEF));
    ImageMeet meet = new ImageMeet(field.onOneThread(), field.onAllThreads(), pool, effort);
    List<ImageHeats> images = new ArrayList<>();
    ImageTable.head().forEach(IO::println);
    for (Subject subject : subjects) {
      ImageHeats image = meet.run(subject);
      images.add(image);
      IO.println(ImageTable.line(image));
    }
    ImageTable.summary(images).forEach(IO::println);
    write("images.json", ImageJson.of(images).pretty() + "\n");
    return images.stream().flatMap(image -> Stream.of(image.one(), image.all()));
  }

  private Stream<Heat> conversions(List<Subject> subjects) throws IOException {
    Effort effort = Effort.of(asked.time(Effort.USUAL.each()), Effort.USUAL.rounds());
    Race race = new Race(field.onConversions(), pool, effort);
    List<Heat> heats = new ArrayList<>();
    for (Subject subject : subjects) {
      Heat heat = race.run(subject);
      heats.add(heat);
      HeatTable.of(heat).forEach(IO::println);
    }
    ConversionTable.of(heats).forEach(IO::println);
    write("conversions.json", HeatJson.of(heats).pretty() + "\n");
    return heats.stream();
  }

  private static void write(String name, String text) throws IOException {
    Files.createDirectories(REPORTS);
    Files.writeString(REPORTS.resolve(name), text);
    IO.println("written: " + REPORTS.resolve(name));
  }
}
