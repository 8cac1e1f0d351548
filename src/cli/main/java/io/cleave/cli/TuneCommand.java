package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.SplitPlan;
import io.cleave.tune.TunedSplitters;
import io.cleave.tune.TuningFile;
import io.cleave.tune.TuningMode;
import io.cleave.tune.TuningResult;
import io.cleave.tune.TuningSplitter;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `cleave tune`
@Command(
    name = "tune",
    description = {
      "Measures ahead of time what is fastest on this machine, and stores the results.",
      "Splitter.open() measures its own calls, but uses stored results from the first call on."
          + " Measures the suite of twelve splits, some of them, or a split of your own."
          + " The results are stored in a file of this machine and this JVM, which other commands"
          + " only read."
    },
    footer = {
      "  cleave tune --shape 32,512,3072 --type f32 --axis -1 --equal 3",
      "  cleave tune --only A,D --device all",
      "  cleave tune --list"
    })
public final class TuneCommand implements Callable<Integer> {
  @Option(names = "--list", description = "Only list the stored results.")
  private boolean list;

  @Option(names = "--forget", description = "Only delete the stored results.")
  private boolean forget;

  @Mixin private TimedSplitOptions which = new TimedSplitOptions();

  @Option(
      names = "--device",
      description =
          "The splitter that is tuned: auto (that of Splitter.open(); the default), an OpenCL"
              + " device, by part of its name, or all.")
  private String device = "auto";

  @Option(names = "--seconds", description = "The longest time for one split (default: 20).")
  private double seconds = 20;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    DeviceOption.loadVectors();
    PrintWriter out = spec.commandLine().getOut();
    // First, since without a folder for results nothing is to be measured.
    TuningFile file = TuningFile.usual();
    String place = Output.shown(file.path());
    if (forget) {
      out.println(file.delete() ? "deleted: " + place : "nothing is stored");
      return ExitCode.DONE;
    }
    if (list) {
      file.byKey().values().forEach(result -> result.describe().forEach(out::println));
    } else {
      measure(file, out);
    }
    int count = TuningFile.usual().byKey().size();
    out.println("%s results are stored in %s".formatted(count, place));
    return ExitCode.DONE;
  }

  /// Measures all splits.
  private void measure(TuningFile file, PrintWriter out) throws IOException {
    List<TimedSplit> splits = which.splits();
    List<Supplier<Splitter>> openers = openers();
    TimedSplitOptions.requireSeconds(seconds, Double.MIN_VALUE);
    for (TimedSplit split : splits) {
      out.println("%s %s".formatted(split.name(), split.plan().headline()));
      List<TuningResult> results =
          openers.stream().flatMap(opener -> tune(split, opener).stream()).toList();
      if (results.isEmpty()) {
        out.println("  not tuned, or not decided within --seconds %s".formatted(seconds));
      } else {
        // At once: an interrupted run keeps what was found.
        file.add(results);
      }
      results.forEach(result -> result.describe().forEach(line -> out.println("  " + line)));
    }
  }

  /// Repeats one split until a splitter's result is decided.
  ///
  /// @return empty if the split is not tuned, or not decided within the time
  private Optional<TuningResult> tune(TimedSplit split, Supplier<Splitter> opener) {
    SplitPlan plan = split.plan();
    try (Arena arena = Arena.ofShared();
        Splitter opened = opener.get()) {
      if (split.memory() != MemoryKind.NATIVE
          || !(opened instanceof TuningSplitter splitter)
          || !splitter.isTuned(plan)) {
        return Optional.empty();
      }
      MemorySegment data = split.memory().allocate(plan.data().type(), plan.data().bytes(), arena);
      List<MemorySegment> parts = split.memory().allocateParts(plan, arena);
      long begin = System.nanoTime();
      while (splitter.result(plan).isEmpty() && System.nanoTime() - begin < seconds * 1e9) {
        splitter.split(plan, data, parts);
      }
      return splitter.result(plan);
    }
  }

  private List<Supplier<Splitter>> openers() {
    DeviceOption meant = new DeviceOption(device);
    List<Supplier<Splitter>> openers = new ArrayList<>();
    if (meant.meansUsual()) {
      openers.add(() -> TunedSplitters.open(TuningMode.MEASURE, TuningFile::none));
    }
    for (Device one : meant.openCl()) {
      openers.add(
          () ->
              TunedSplitters.open(
                  one, Binding.AUTO, Route.AUTO, TuningMode.MEASURE, TuningFile::none));
    }
    require(
        !openers.isEmpty(),
        "device \"%s\" has no routes to choose from; name an OpenCL device, see 'cleave devices'",
        device);
    return openers;
  }
}
