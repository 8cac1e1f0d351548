package io.cleave.cli;

import io.cleave.backend.Splitter;
import io.cleave.file.FileSplit;
import io.cleave.file.NpyReader;
import io.cleave.file.PartFiles;
import io.cleave.file.StoredTensor;
import io.cleave.file.WrittenPart;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
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
    description = "Splits a file into DIR/STEM.0.npy, DIR/STEM.1.npy, ... and lists them.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  cleave split qkv.npy --axis 1 --lengths 4,-1,4 --names q,k,v --out parts",
      "  cleave split images.npy --axis -1 --equal 3",
      "  cleave split rows.npy --axis 0 --chunks-of 1000"
    })
final class SplitCommand implements Callable<Integer> {
  @Parameters(paramLabel = "IN", description = "The .npy file to split.")
  private Path input = Path.of("");

  @Mixin private CutOptions cut = new CutOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "The folder for the parts, made if needed (default: the current one).")
  private Path out = Path.of(".");

  @Option(
      names = "--names",
      paramLabel = "A,B,...",
      description = "Names of the parts instead of 0, 1, ...")
  private @Nullable String names;

  @Mixin private DeviceOption device = DeviceOption.one();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    try (Arena arena = Arena.ofShared();
        Splitter splitter = device.open()) {
      StoredTensor data = NpyReader.map(input, arena);
      SplitPlan plan = cut.plan(data.shape(), data.type());
      print(new FileSplit(splitter).write(data, plan, files(plan)));
    }
    return ExitCode.DONE;
  }

  private PartFiles files(SplitPlan plan) {
    String stem = PartFiles.stem(input);
    return names == null
        ? PartFiles.numbered(out, stem, plan.partCount())
        : PartFiles.named(out, stem, List.of(names.split(",", -1)));
  }

  private void print(List<WrittenPart> parts) {
    Output output = Output.of(spec);
    if (json) {
      output.print(JsonArray.of(parts, SplitCommand::json));
      return;
    }
    for (WrittenPart part : parts) {
      output.print(
          "%s  %s %s  %s bytes".formatted(part.file(), part.type(), part.shape(), part.bytes()));
    }
  }

  private static JsonObject json(WrittenPart part) {
    return JsonObject.builder()
        .put("file", part.file().toString())
        .put("type", part.type().toString())
        .put("shape", JsonArray.of(part.shape().extents()))
        .put("bytes", part.bytes())
        .build();
  }
}
