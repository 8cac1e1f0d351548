package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.file.Format;
import io.cleave.file.format.NpyFormat;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.FileNames;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.OutputFolder;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.ir.Model;
import io.cleave.ir.ModelInput;
import io.cleave.ir.SplitLayer;
import io.cleave.json.JsonValue;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Scope;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `cleave run`
@Command(
    name = "run",
    description =
        "Runs an OpenVINO model made of Parameter, Const, Split, VariadicSplit and Result, or one"
            + " split of any model, and writes the outputs to DIR/NAME.npy, NAME being the"
            + " tensor's, or to .raw files if NumPy lacks one of the types.",
    footer = {
      "  cleave run model.xml --input x=x.npy --out parts",
      "  cleave run model.xml --layer attention/split --data qkv.npy --out parts",
      "",
      "In file names, what means something to a file system is written as in a URL: a/b is a%%2Fb."
    })
final class RunCommand implements Callable<Integer> {
  /// The characters of a name in JSON: an output may have any, and many outputs the same.
  private static final int MAX_NAME = 1000;

  @Parameters(paramLabel = "MODEL.xml", description = "The model; its .bin lies beside it.")
  private Path file = Path.of("");

  @Option(
      names = "--input",
      paramLabel = "NAME=FILE",
      description = "A file for the input of this name, that of a tensor or of a Parameter.")
  private List<String> inputs = List.of();

  @ArgGroup(exclusive = false)
  private @Nullable LayerOptions layer;

  @Mixin private OutputOptions writing = new OutputOptions();

  @Mixin private DeviceOption device = new DeviceOption("cpu");

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private Output output = new Output();

  /// One split of the model instead of all of it.
  static final class LayerOptions {
    @Option(names = "--layer", required = true, description = "Run only this split.")
    private String name = "";

    @Option(names = "--data", required = true, description = "The file with its data.")
    private Path data = Path.of("");

    @Option(names = "--axis", description = "Its axis, where the model or its .bin lacks it.")
    private @Nullable Long axis;

    @Option(names = "--lengths", split = ",", description = "Its lengths, likewise.")
    private long @Nullable [] lengths;
  }

  @Override
  public Integer call() throws IOException {
    LayerOptions one = layer;
    require(
        one == null || inputs.isEmpty(),
        "--input is for whole models and --layer for one split of them; leave one out");
    Model model = Model.read(file, limits.limits());
    List<WrittenPart> parts = one == null ? runModel(model) : runSplit(model, one);
    output.print(
        parts.stream().map(SplitCommand::line).toList(),
        () -> JsonValue.list(parts, SplitCommand::json));
    return ExitCode.DONE;
  }

  private List<WrittenPart> runModel(Model model) throws IOException {
    List<StoredFile> files = new ArrayList<>();
    try (Scope _ = () -> files.forEach(StoredFile::close);
        Arena arena = Arena.ofShared()) {
      Map<String, Tensor> tensors = new LinkedHashMap<>();
      for (String argument : inputs) {
        String[] both = argument.split("=", 2);
        require(both.length == 2, "--input '%s' has no '='; write NAME=FILE", argument);
        ModelInput input = model.input(both[0]);
        require(!tensors.containsKey(both[0]), "%s is given twice; give it one file", input);
        ModelData data = new ModelData(input.names(), input.type(), input.shape());
        Path path = Path.of(both[1]);
        StoredFile stored = StoredFile.open(path, data.options(path, limits.limits()));
        files.add(stored);
        tensors.put(both[0], data.chosen(stored).load(arena));
      }
      model.check(tensors);
      try (Splitter splitter = device.open()) {
        List<Tensor> results = model.run(splitter, tensors, arena);
        for (StoredFile input : files) {
          input.mapped().requireWhole(input.mapped().size());
        }
        return write(model, results, files.stream().map(StoredFile::file).toList());
      }
    }
  }

  private List<WrittenPart> write(Model model, List<Tensor> results, List<Path> given)
      throws IOException {
    List<String> outputs = model.outputs();
    List<String> names = DistinctNames.of(outputs);
    Format format = format(results.stream().map(Tensor::type));
    requireNoInput(names, format, given);
    Map<String, Tensor> named = new LinkedHashMap<>();
    List<WrittenPart> written = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Tensor made = results.get(i);
      named.put(names.get(i), made);
      long bytes = made.data().byteSize();
      Path path = writing.folder().file(names.get(i), format);
      String output = OneLine.of(outputs.get(i), MAX_NAME);
      String name = StoredTensor.nameFrom(path);
      written.add(new WrittenPart(file, output, i, path, name, made.type(), made.shape(), bytes));
    }
    writing.folder().write(format, named);
    return written;
  }

  private Format format(Stream<ElementType> types) {
    Format asked = writing.format;
    return asked != null ? asked : types.allMatch(NpyFormat::hasType) ? Format.NPY : Format.RAW;
  }

  /// Checks that no output takes the place of the model, of its `.bin`, or of what it is given.
  ///
  /// @param names of the tensors
  private void requireNoInput(List<String> names, Format format, List<Path> given) {
    OutputFolder folder = writing.folder();
    FileNames.requireNoInput(
        names.stream().map(name -> folder.file(name, format)).toList(),
        Stream.concat(given.stream(), Stream.of(file, ModelData.weights(file))).toList());
  }

  private List<WrittenPart> runSplit(Model model, LayerOptions options) throws IOException {
    SplitLayer split = settled(model, options);
    SplitOperation operation = split.operation();
    // Before it is planned: a plan takes memory for each part.
    int count = operation.lengths().map(each -> each.values().length).orElse(0);
    limits.limits().requireParts(Math.max(count, operation.count().orElse(0)));
    ModelData expected = new ModelData(List.of(), split.type(), operation.data());
    ReadOptions reading = expected.options(options.data, limits.limits());
    StoredTensor stored;
    try (StoredFile data = StoredFile.open(options.data, reading)) {
      stored = expected.chosen(data);
    }
    SplitPlan plan = split.plan(stored.layout().plain());
    Format format = format(Stream.of(plan.data().type()));
    List<String> names = DistinctNames.of(names(split, plan.partCount()));
    requireNoInput(names, format, List.of());
    List<String> fileNames = names.stream().map(FileNames::ofTensor).toList();
    Target target = new Target(writing.folder(), fileNames, format, false, false, false);
    SplitJob job = new SplitJob(options.data, reading, List.of(), _ -> plan, target);
    try (Splitter splitter = device.open()) {
      return new FileSplitter(splitter).write(job);
    }
  }

  private static SplitLayer settled(Model model, LayerOptions options) throws IOException {
    SplitLayer split = model.split(options.name);
    if (options.axis != null) {
      split = split.withAxis(options.axis);
    }
    if (options.lengths != null) {
      split = split.withLengths(options.lengths);
    }
    boolean hasAxis = split.operation().axis().isKnown();
    boolean hasLengths = split.operation().lengths().map(IntegerInput::isKnown).orElse(true);
    String why =
        model
            .missingWeights()
            .map("%s does not exist; put it beside the .xml file, or"::formatted)
            .orElse("the model computes it when it runs;");
    String unknown = hasAxis ? "--lengths" : hasLengths ? "--axis" : "--axis and --lengths";
    require(hasAxis && hasLengths, "not all of %s is known: %s use %s", split, why, unknown);
    return split;
  }

  /// The names of the tensors; that of the layer and a number for a tensor without one.
  private static List<String> names(SplitLayer split, int parts) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      List<String> own =
          i < split.outputs().size() ? split.outputs().get(i).names() : List.<String>of();
      names.add(own.isEmpty() ? split.name() + "." + i : own.getFirst());
    }
    return names;
  }
}
