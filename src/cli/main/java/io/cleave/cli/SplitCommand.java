package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.Splitter;
import io.cleave.cli.Converters.ByteCount;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.json.JsonValue;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

  @Mixin private SplitOptions how = new SplitOptions();

  @Mixin private InputOptions reading = new InputOptions();

  @Mixin private OutputOptions writing = new OutputOptions();

  @Option(names = "--bundle", description = "Write all parts to one file, npz or safetensors.")
  private boolean bundle;

  @Option(names = "--compress", description = "Compress what goes to .npz files.")
  private boolean compress;

  @Option(
      names = "--memory",
      description = "The most that buffers take, 16MiB or more (default: 256MiB).")
  private ByteCount memory = new ByteCount(FileSplitter.STANDARD_MEMORY);

  @Option(
      names = "--verify",
      description =
          "Read all parts back before they get their names and compare them with what plain Java"
              + " makes, and check the checksums of .npz files; exit code 1 if one is wrong.")
  private boolean verify;

  @Mixin private DeviceOption device = new DeviceOption("cpu");

  @Mixin private Output output = new Output();

  @Override
  public Integer call() throws IOException {
    ReadOptions options = reading.reading();
    Target target =
        new Target(writing.folder(), how.fileNames(), writing.format, bundle, compress, true);
    Function<Layout, SplitPlan> planner = how.planner(options.limits()::requireParts);
    require(
        memory.bytes() >= LEAST_MEMORY,
        "--memory must be 16MiB or more, not %s bytes",
        memory.bytes());
    List<SplitJob> jobs = new ArrayList<>();
    long bytes = 0;
    for (Path input : inputs) {
      jobs.add(new SplitJob(input, options, how.tensors, planner, target));
      // 0 for a file that cannot be looked at, which is reported when it is opened.
      bytes += input.toFile().length();
    }
    try (Splitter splitter = device.open(bytes)) {
      // Printed before the device is closed, which may fail, too.
      return print(results(new FileSplitter(splitter).verifying(verify), jobs));
    }
  }

  private List<FileSplitter.Result> results(FileSplitter split, List<SplitJob> jobs)
      throws IOException {
    if (!Output.isTerminal(2)) {
      return split.writeAll(jobs, memory.bytes());
    }
    try (ProgressLine line = new ProgressLine(output.line().getErr(), System::nanoTime)) {
      return split.reportingTo(line).writeAll(jobs, memory.bytes());
    }
  }

  /// Prints a line or a JSON object for each part; for each input that failed, a line on standard
  /// error and a JSON object.
  ///
  /// @return the worst exit code
  private int print(List<FileSplitter.Result> results) {
    int code = ExitCode.DONE;
    List<String> lines = new ArrayList<>();
    for (FileSplitter.Result result : results) {
      if (result.failure() != null) {
        String subject = results.size() == 1 ? "" : result.job().input().toString();
        code = Math.max(code, Errors.failed(result.failure(), subject, output.line()));
      }
      for (WrittenPart part : result.parts()) {
        lines.add(line(part));
      }
    }
    output.print(lines, () -> JsonValue.of(results.stream().flatMap(SplitCommand::json).toList()));
    return code;
  }

  private static Stream<JsonValue> json(FileSplitter.Result result) {
    return result.failure() == null
        ? result.parts().stream().map(SplitCommand::json)
        : Stream.of(
            JsonValue.object(
                "input", result.job().input(), "problem", Errors.sentence(result.failure())));
  }

  /// A part as a line.
  static String line(WrittenPart part) {
    // In a file with several tensors the name tells one from the others.
    boolean isNamed = !part.name().equals(StoredTensor.nameFrom(part.file()));
    return "%s  %s%s %s  %s bytes"
        .formatted(
            Output.shown(part.file()),
            isNamed ? Output.shown(part.name()) + "  " : "",
            part.type(),
            part.shape(),
            part.bytes());
  }

  /// A part as JSON.
  static JsonValue json(WrittenPart part) {
    return JsonValue.object(
        "file", part.file(),
        "name", part.name(),
        "type", part.type(),
        "shape", part.shape().extents(),
        "bytes", part.bytes(),
        "input", part.input(),
        "tensor", part.tensor(),
        "part", part.index());
  }
}
