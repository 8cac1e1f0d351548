package io.cleave.cli;

import io.cleave.Device;
import io.cleave.Splitter;
import io.cleave.cli.option.ByteCount;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.option.ReadingOptions;
import io.cleave.cli.option.SplitOptions;
import io.cleave.cli.option.TargetOptions;
import io.cleave.cli.option.VectorModule;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.ProgressLine;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.JobResult;
import io.cleave.file.io.Progress;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `cleave split`
@Command(
    name = "split",
    description = {
      "Splits the tensors in files into DIR/STEM.0.npy, DIR/STEM.1.npy, ... and lists the parts.",
      "With --to it converts the values on their way, with --stack or --join it writes one tensor,"
          + " DIR/STEM.stacked.npy or DIR/STEM.joined.npy.",
      "Files may be larger than memory. The parts of an input get their names together, when the"
          + " last one is complete."
    },
    footer = {
      "  cleave split qkv.npy --axis 1 --lengths 4,-1,4 --names q,k,v --out parts",
      "  cleave split images.npy --axis -1 --equal 3 --verify",
      "  cleave split images.npy --axis -1 --equal 3 --to f32 --normalize imagenet --stack 1",
      "  cleave split images.npy --crop :,16:240,16:240,: --axis -1 --equal 3 --stack 1",
      "  cleave split shard-*.npy --axis 0 --chunks-of 1000 --out chunks",
      "  cleave split model.safetensors --tensor '*.weight' --axis 0 --equal 2",
      "  cleave split arrays.npz --axis 0 --equal 2 --format npz --bundle --compress --out packed"
    })
final class SplitCommand implements Callable<Integer> {
  private static final long LEAST_MEMORY = 16L << 20;

  @Parameters(
      paramLabel = "IN",
      arity = "1..*",
      description = "The .npy, .npz, .safetensors or raw files to split.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--tensor",
      paramLabel = "NAME",
      description = {
        "A tensor to split, or several: * stands for any characters, ? for one. May be given again"
            + " (default: all)."
      })
  private List<String> tensors = List.of();

  @Mixin private SplitOptions how = new SplitOptions();

  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Mixin private TargetOptions target = new TargetOptions();

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      defaultValue = "256MiB",
      description = {
        "The most that buffers for data take, 16MiB or more (default: ${DEFAULT-VALUE}). Files may"
            + " be of any size."
      })
  private ByteCount memory = new ByteCount(FileSplitter.STANDARD_MEMORY);

  @Option(
      names = "--verify",
      description = {
        "Read all parts back before they get their names, and compare them with what plain Java"
            + " makes of the data; exit code 1 if they differ. Also check the checksums of what"
            + " stands in .npz files uncompressed."
      })
  private boolean verify;

  @Mixin private DeviceOption device = DeviceOption.one();

  @Option(
      names = "--json",
      description = {
        "Print JSON: an array with an object for each part, and one with \"input\" and \"problem\""
            + " for each input that failed."
      })
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    List<SplitJob> jobs = jobs();
    if (memory.bytes() < LEAST_MEMORY) {
      throw new IllegalArgumentException(
          "--memory must be 16MiB or more, not %s bytes".formatted(memory.bytes()));
    }
    VectorModule.loadFor(inputs);
    Output output = Output.of(spec);
    try (Splitter splitter = device.open();
        @Nullable Splitter reference = verify ? Splitter.open(Device.cpu()) : null) {
      FileSplitter split = target.applied(new FileSplitter(splitter)).verifiedBy(reference);
      // Printed before the device is closed, which may fail, too.
      SplitReport report = new SplitReport(outcomes(split, jobs, output));
      return json ? report.printJson(output) : report.print(output);
    }
  }

  private List<SplitJob> jobs() {
    ReadOptions said = reading.reading();
    Target where = target.target();
    Function<Layout, SplitPlan> planner = how.planner(where.names(), reading);
    return inputs.stream()
        .map(input -> new SplitJob(input, said, tensors, planner, where))
        .toList();
  }

  private List<JobResult> outcomes(FileSplitter split, List<SplitJob> jobs, Output output)
      throws IOException {
    try (ProgressLine line = new ProgressLine(output.line().getErr(), System::nanoTime)) {
      Progress progress = ProgressLine.isWanted() ? line : Progress.NONE;
      return split.reportingTo(progress).writeAll(jobs, memory.bytes());
    }
  }
}
