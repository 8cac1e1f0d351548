package io.cleave.cli;

import io.cleave.Devices;
import io.cleave.Splitters;
import io.cleave.backend.Splitter;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.option.EffortOptions;
import io.cleave.cli.option.ReadingOptions;
import io.cleave.cli.option.SplitOptions;
import io.cleave.cli.option.TargetOptions;
import io.cleave.cli.option.VectorModule;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.ProgressLine;
import io.cleave.cli.print.Version;
import io.cleave.file.Cut;
import io.cleave.file.FileSplit;
import io.cleave.file.JobOutcome;
import io.cleave.file.Progress;
import io.cleave.file.SplitBatch;
import io.cleave.file.SplitJob;
import io.cleave.file.Target;
import io.cleave.file.tensor.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
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
    mixinStandardHelpOptions = true,
    sortOptions = false,
    versionProvider = Version.class,
    description = {
      "Splits the tensors in files into DIR/STEM.0.npy, DIR/STEM.1.npy, ... and lists the parts.",
      "With --to it converts the values on their way, with --stack or --join it writes one tensor,"
          + " DIR/STEM.stacked.npy or DIR/STEM.joined.npy.",
      "Files may be larger than memory. The parts of an input get their names together, when the"
          + " last one is complete."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  cleave split qkv.npy --axis 1 --lengths 4,-1,4 --names q,k,v --out parts",
      "  cleave split images.npy --axis -1 --equal 3 --verify",
      "  cleave split images.npy --axis -1 --equal 3 --to f32 --normalize imagenet --stack 1",
      "  cleave split shard-*.npy --axis 0 --chunks-of 1000 --out chunks",
      "  cleave split model.safetensors --tensor '*.weight' --axis 0 --equal 2",
      "  cleave split arrays.npz --axis 0 --equal 2 --format npz --bundle --compress --out packed"
    })
final class SplitCommand implements Callable<Integer> {
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

  @Mixin private EffortOptions effort = new EffortOptions();

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
    long memory = effort.memory();
    VectorModule.loadFor(inputs);
    Output output = Output.of(spec);
    try (Splitter splitter = device.open();
        Splitter reference = Splitters.open(Devices.cpu())) {
      FileSplit plain = target.applied(new FileSplit(splitter));
      FileSplit split = effort.verifies() ? plain.checkedBy(reference) : plain;
      // Told before the device is closed, which may fail, too.
      SplitReport report = new SplitReport(outcomes(split, memory, jobs, output));
      return json ? report.printJson(output) : report.print(output);
    }
  }

  private List<SplitJob> jobs() {
    Reading said = reading.reading();
    Target where = target.target();
    Cut cut = how.cut(where.names(), reading);
    return inputs.stream().map(input -> new SplitJob(input, said, tensors, cut, where)).toList();
  }

  private static List<JobOutcome> outcomes(
      FileSplit split, long memory, List<SplitJob> jobs, Output output) throws IOException {
    try (ProgressLine line = new ProgressLine(output.line().getErr(), System::nanoTime)) {
      Progress progress = ProgressLine.isWanted() ? line : Progress.NONE;
      return new SplitBatch(split, memory, progress).run(jobs);
    }
  }
}
