package io.cleave.cli.bench;

import io.cleave.Devices;
import io.cleave.Splitters;
import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.bench.Subject;
import io.cleave.bench.Suite;
import io.cleave.bench.survey.Survey;
import io.cleave.bench.tune.Tuning;
import io.cleave.choice.Book;
import io.cleave.choice.Choosing;
import io.cleave.choice.RacingSplitter;
import io.cleave.choice.TuningFile;
import io.cleave.choice.Verdict;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.option.VectorModule;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.ShownName;
import io.cleave.cli.print.Version;
import io.cleave.opencl.ResidentRace;
import io.cleave.opencl.found.Sessions;
import io.cleave.opencl.session.ClSession;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `cleave tune`
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    versionProvider = Version.class,
    description = {
      "Races ahead of time, and keeps who is fastest on this machine.",
      "A process that splits finds out as it goes; what is kept here it knows from its first call"
          + " on. Takes a split of your own, the suite, images, or splits drawn at random. Kept in"
          + " a file of this machine and this JVM, which other commands only read."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  cleave tune --shape 32,512,3072 --type f32 --axis -1 --equal 3",
      "  cleave tune --images u8 --device all",
      "  cleave tune --list"
    })
public final class TuneCommand implements Callable<Integer> {
  private static final int MOST_SECONDS = 3600;

  /// What is done instead of racing.
  private static final class Instead {
    @Option(names = "--list", description = "Only list what is kept.")
    private boolean list;

    @Option(names = "--forget", description = "Only forget what is kept.")
    private boolean forget;
  }

  @ArgGroup private @Nullable Instead instead;

  @ArgGroup private @Nullable BenchWhat what;

  @Mixin private SurveyOptions surveys = new SurveyOptions();

  @Mixin private OwnSubject own = new OwnSubject();

  @Option(
      names = "--device",
      paramLabel = "D",
      defaultValue = "auto",
      description = {
        "Who is to choose: auto (what a program gets that asks for nothing; the default), part of"
            + " the name of an OpenCL device, whose routes race, or all of them."
      })
  private String device = "auto";

  @Option(
      names = "--resident",
      description = {
        "Race on data that lives on the device instead, for splitters on a queue that is borrowed:"
            + " these never race themselves."
      })
  private boolean resident;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "The longest that one race may last (default: 10).")
  private double seconds;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    VectorModule.load();
    TuningFile file = TuningFile.usual();
    // Without a folder nothing is measured in vain.
    String place = ShownName.of(file.path());
    if (instead != null && instead.list) {
      return list(file);
    }
    if (instead != null && instead.forget) {
      return forget(file);
    }
    List<List<Subject>> subjects = subjects();
    Tuning tuning = new Tuning(openers(), residents(), most());
    int kept = 0;
    for (List<Subject> group : subjects) {
      for (Subject subject : group) {
        List<Verdict> verdicts = tuning.run(subject);
        // At once: whoever is interrupted keeps what was found.
        kept = verdicts.isEmpty() ? kept : file.add(verdicts);
        print(subject, verdicts);
      }
    }
    Output.of(spec).print("%s verdicts are kept in %s".formatted(kept, place));
    return ExitCode.DONE;
  }

  private void print(Subject subject, List<Verdict> verdicts) {
    Output output = Output.of(spec);
    output.print("%s %s".formatted(subject.name(), subject.plan().headline()));
    if (verdicts.isEmpty()) {
      output.print("  nothing to choose, or no end within --seconds %s".formatted(seconds));
    }
    for (Verdict verdict : verdicts) {
      output.print("  " + verdict.occasion());
      String kept =
          verdict.isLasting() ? "" : "; not kept, since one that is out may work tomorrow";
      output.print("  %s (%s%s)".formatted(verdict.winner(), verdict.reason(), kept));
      verdict.figures().forEach(figures -> output.print("    " + figures));
    }
  }

  private int list(TuningFile file) {
    Output output = Output.of(spec);
    file.describe().forEach(output::print);
    output.print("%s verdicts are kept in %s".formatted(file.size(), ShownName.of(file.path())));
    return ExitCode.DONE;
  }

  private int forget(TuningFile file) throws IOException {
    boolean any = file.delete();
    Output.of(spec).print(any ? "forgotten: " + ShownName.of(file.path()) : "nothing is kept");
    return ExitCode.DONE;
  }

  /// What is split; of a survey one list for each size, whose splits are drawn one by one.
  private List<List<Subject>> subjects() {
    Optional<Subject> mine = own.subject();
    if (mine.isPresent() && what != null) {
      throw new IllegalArgumentException(
          "a split of your own, or one of --only --growth --images --survey; not both");
    }
    if (what != null && what.survey().isPresent()) {
      Survey survey = surveys.survey(what.survey().get());
      return survey.sizes().stream().map(survey::subjects).toList();
    }
    surveys.requireNone();
    return List.of(mine.map(List::of).orElseGet(this::known));
  }

  private List<Subject> known() {
    if (what == null) {
      return Suite.all();
    }
    return what.images().orElseGet(what::subjects);
  }

  private List<Function<Book, RacingSplitter>> openers() {
    List<Function<Book, RacingSplitter>> openers = new ArrayList<>();
    if (resident) {
      return openers;
    }
    if (device.equals("auto") || device.equals("all")) {
      openers.add(book -> Splitters.open(Choosing.MEASURE, book));
    }
    if (!device.equals("auto")) {
      for (Device one : devices()) {
        openers.add(book -> Splitters.open(one, Binding.AUTO, Choosing.MEASURE, book));
      }
    }
    return openers;
  }

  private List<Supplier<ResidentRace<?, ?>>> residents() {
    if (!resident) {
      return List.of();
    }
    List<Supplier<ResidentRace<?, ?>>> residents = new ArrayList<>();
    for (Device one : devices()) {
      residents.add(() -> race(Sessions.open(one, Binding.AUTO)));
    }
    return residents;
  }

  private static <M, E> ResidentRace<M, E> race(ClSession<M, E> session) {
    return new ResidentRace<>(session);
  }

  private List<Device> devices() {
    DeviceOption option = DeviceOption.named(device.equals("auto") ? "all" : device);
    List<Device> devices =
        Devices.all().stream()
            .filter(one -> one.kind() != Device.Kind.JAVA)
            .filter(option::means)
            .toList();
    if (devices.isEmpty() && (resident || !device.equals("all"))) {
      throw new IllegalArgumentException(
          "device \"%s\" has no routes to choose from; name an OpenCL device, see 'cleave devices'"
              .formatted(device));
    }
    return devices;
  }

  private Duration most() {
    if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "--seconds must be more than 0 and at most %s, not %s".formatted(MOST_SECONDS, seconds));
    }
    return Duration.ofNanos((long) (seconds * 1e9));
  }
}
