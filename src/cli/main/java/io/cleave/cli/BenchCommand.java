package io.cleave.cli;

import io.cleave.Route;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `cleave bench`
@Command(
    name = "bench",
    description = {
      "Measures every device and route side by side against a plain copy of the same bytes.",
      "Takes the suite of twelve splits, some of them, or a split of your own. Parts are checked"
          + " before they are timed. Only ratios within one run mean something."
    },
    footer = {
      "  cleave bench --only A,G --json bench.json",
      "  cleave bench --shape 32,512,3072 --type f32 --axis -1 --equal 3 --device cpu",
      "  cleave bench --shape 8,224,224,3 --type u8 --axis -1 --equal 3 --to f32 --normalize"
          + " imagenet"
    })
public final class BenchCommand implements Callable<Integer> {
  @Mixin private TimedSplitOptions which = new TimedSplitOptions();

  @Mixin private DeviceOption device = new DeviceOption("all");

  @Option(names = "--seconds", description = "The seconds for each candidate (default: 0.5).")
  private double seconds = 0.5;

  @Option(names = "--json", description = "Write the figures as JSON to this file.")
  private @Nullable Path json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    DeviceOption.loadVectors();
    List<TimedSplit> splits = which.splits();
    TextFile.requireWritable(json == null ? List.of() : List.of(json), List.of());
    if (!device.isAll()) {
      // The benchmark would just leave out what cannot be used.
      device.open().close();
    }
    TimedSplitOptions.requireSeconds(seconds, 0);
    List<Candidate> candidates =
        Candidate.all(device, device.routes(Route.values()), Integer.MAX_VALUE);
    PrintWriter out = spec.commandLine().getOut();
    List<Result> results = new Benchmark(candidates, seconds).run(splits, out::println);
    if (results.size() > 1) {
      Result.summary(results).forEach(out::println);
    }
    return Result.finish(results, json, Result.json(results));
  }
}
