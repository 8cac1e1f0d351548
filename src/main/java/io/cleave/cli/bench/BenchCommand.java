package io.cleave.cli.bench;

import io.cleave.bench.Effort;
import io.cleave.bench.Entrant;
import io.cleave.bench.Heat;
import io.cleave.bench.Lineup;
import io.cleave.bench.OutputPool;
import io.cleave.bench.Race;
import io.cleave.bench.Subject;
import io.cleave.bench.Suite;
import io.cleave.bench.image.ImageMeet;
import io.cleave.bench.report.GrowthChart;
import io.cleave.bench.report.HeatChart;
import io.cleave.bench.report.HeatJson;
import io.cleave.bench.report.HeatTable;
import io.cleave.bench.survey.Survey;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.option.ReportOptions;
import io.cleave.cli.option.VectorModule;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.Version;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `cleave bench`
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    versionProvider = Version.class,
    description = {
      "Measures every device and route side by side against a plain copy of the same bytes.",
      "Takes the suite of twelve splits, some of them, a split of your own, or splits drawn at"
          + " random. Answers are checked before they are timed. Only ratios within one run mean"
          + " something."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  cleave bench --only A,G --svg bench.svg",
      "  cleave bench --shape 32,512,3072 --type f32 --axis -1 --equal 3 --device cpu",
      "  cleave bench --shape 8,224,224,3 --type u8 --axis -1 --equal 3 --to f32 --normalize"
          + " imagenet",
      "  cleave bench --growth 1G --json growth.json --svg growth.svg",
      "  cleave bench --survey 40 --seed 7 --size 2M --svg survey.svg"
    })
public final class BenchCommand implements Callable<Integer> {
  private static final double USUAL_SECONDS = 0.5;

  /// A survey has many heats.
  private static final double BRIEF_SECONDS = 0.06;

  @ArgGroup private @Nullable BenchWhat what;

  @Mixin private SurveyOptions surveys = new SurveyOptions();

  @Mixin private OwnSubject own = new OwnSubject();

  @Mixin private DeviceOption device = DeviceOption.all();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "The time for each device and route on each split (default: 0.5; 0.06 for --survey and"
              + " --images).")
  private @Nullable Double seconds;

  @Option(
      names = "--resident",
      description = {
        "Data and parts live on the device; the plain copy is the device's own buffer copy."
      })
  private boolean resident;

  @Mixin private ReportOptions report = new ReportOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    VectorModule.load();
    if (what != null && what.survey().isPresent()) {
      return survey(what.survey().get());
    }
    surveys.requireNone();
    if (what != null && what.images().isPresent()) {
      return images(what.images().get());
    }
    return measure(subjects());
  }

  private int measure(List<Subject> subjects) {
    check();
    OutputPool pool = new OutputPool();
    BenchField field = new BenchField(device, new Lineup(pool));
    List<Entrant> entrants = resident ? field.resident() : field.onHost();
    Race race = new Race(entrants, pool, Effort.of(time(USUAL_SECONDS), Effort.USUAL.rounds()));
    List<Heat> heats = new ArrayList<>();
    for (Subject subject : subjects) {
      Heat heat = race.run(subject);
      heats.add(heat);
      HeatTable.of(heat).forEach(Output.of(spec)::print);
    }
    if (heats.size() > 1) {
      HeatTable.summary(heats).forEach(Output.of(spec)::print);
    }
    report.write(HeatJson.of(heats), () -> chart(heats));
    return heats.stream().anyMatch(Heat::hasWrongAnswer) ? ExitCode.CHECK_FAILED : ExitCode.DONE;
  }

  private int survey(int count) {
    requireNothingElse("--survey");
    int again = surveys.again();
    Survey survey = surveys.survey(count);
    check();
    OutputPool pool = new OutputPool();
    List<Entrant> entrants = new BenchField(device, new Lineup(pool)).inSurvey(again);
    Effort effort = Effort.brief(time(BRIEF_SECONDS));
    Race race = new Race(entrants, pool, effort);
    return new SurveyReport(Output.of(spec), report).run(survey, race, effort);
  }

  private int images(List<Subject> images) {
    requireNothingElse("--images");
    check();
    OutputPool pool = new OutputPool();
    BenchField field = new BenchField(device, new Lineup(pool));
    Effort effort = Effort.brief(time(BRIEF_SECONDS));
    ImageMeet meet = new ImageMeet(field.onOneThread(), field.onAllThreads(), pool, effort);
    return new ImageReport(Output.of(spec), report).run(images, meet);
  }

  private void requireNothingElse(String option) {
    if (own.subject().isPresent() || resident) {
      throw new IllegalArgumentException(
          "%s has its own splits of host memory; leave out --resident and the split of your own"
              .formatted(option));
    }
  }

  /// Complains of files that cannot be written, and of a device, binding or route that cannot be;
  /// the race would just leave it out.
  private void check() {
    report.check();
    if (!device.isAll()) {
      device.open().close();
    }
  }

  private List<Subject> subjects() {
    Optional<Subject> mine = own.subject();
    if (resident) {
      requireNoArrays();
      mine.map(Subject::plan).ifPresent(BenchCommand::requireBytes);
    }
    if (what == null) {
      return mine.map(List::of).orElseGet(Suite::all);
    }
    if (mine.isPresent()) {
      throw new IllegalArgumentException(
          "--only and --growth are not for a split of your own; leave out the one or the other");
    }
    return what.subjects();
  }

  private void requireNoArrays() {
    if (own.isHeap()) {
      throw new IllegalArgumentException(
          "--resident data lives on a device, not in arrays; leave out --memory heap");
    }
  }

  private static void requireBytes(SplitPlan plan) {
    if (plan.bytes() == 0) {
      throw new IllegalArgumentException(
          "--resident data has 1 byte or more, and a tensor of shape %s has none; give another --shape, or leave out --resident"
              .formatted(plan.shape()));
    }
  }

  private Duration time(double usual) {
    double asked = seconds == null ? usual : seconds;
    if (!(asked >= 0 && asked <= 3600)) {
      throw new IllegalArgumentException("--seconds must be 0 to 3600, not %s".formatted(asked));
    }
    return Duration.ofNanos((long) (asked * 1e9));
  }

  private String chart(List<Heat> heats) {
    return what != null && what.isGrowth()
        ? GrowthChart.of(heats, "cleave bench --growth")
        : HeatChart.of(heats, "cleave bench");
  }
}
