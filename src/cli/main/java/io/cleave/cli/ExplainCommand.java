package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.AtomicFiles;
import io.cleave.ir.SplitModel;
import io.cleave.json.JsonValue;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Geometry;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.AbstractSplitter;
import io.cleave.spi.RouteExplanation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `cleave explain`
@Command(
    name = "explain",
    description = {
      "Prints where every byte of a split would go, and how a device would do it.",
      "Nothing is split. On a terminal it also draws a row of the data with its parts to scale;"
          + " --svg draws all of it as a picture, --ir writes it as a model."
    },
    footer = {
      "  cleave explain qkv.npy --axis 1 --lengths 4,-1,4 --names q,k,v --svg qkv.svg",
      "  cleave explain model.safetensors --tensor '*.weight' --axis 0 --equal 2",
      "  cleave explain --shape 32,512,3072 --type f32 --axis -1 --equal 3",
      "  cleave explain --shape 8,224,224,3 --type u8 --axis -1 --equal 3 --to f16 --stack 1",
      "  cleave explain --shape 32,512,3072 --type f32 --axis -1 --equal 3 --ir qkv.xml"
    })
final class ExplainCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "IN",
      arity = "0..1",
      description = "The file that would be split; without one, --shape and --type say what.")
  private @Nullable Path input;

  @Mixin private InputOptions reading = new InputOptions();

  @Mixin private SplitOptions how = new SplitOptions();

  @Mixin private DeviceOption device = new DeviceOption("cpu");

  @Option(names = "--svg", description = "Draw the plan in this file, too.")
  private @Nullable Path svg;

  @Option(
      names = "--ir",
      description = "Write the split as a model of OpenVINO, this .xml and a .bin beside it, too.")
  private @Nullable Path model;

  @Mixin private Output output = new Output();

  /// A tensor that would be split.
  ///
  /// @param tensor its name in the file; empty for a tensor that is in no file
  /// @param plan the plan as users see it
  /// @param inFile the plan of the bytes in the file, which the device gets
  /// @param isFortran whether that has the axes in reverse
  private record Subject(String tensor, SplitPlan plan, SplitPlan inFile, boolean isFortran) {}

  @Override
  public Integer call() throws IOException {
    require(
        model == null || model.toString().endsWith(".xml"),
        "%s must end with .xml, since the model's .bin gets the same name beside it",
        String.valueOf(model));
    Path weights = model == null ? null : ModelData.weights(model);
    List<Path> written = Stream.of(weights, model, svg).flatMap(Stream::ofNullable).toList();
    TextFile.requireWritable(written, input == null ? List.of() : List.of(input));
    List<Subject> subjects = subjects();
    require(
        subjects.size() <= 1 || written.isEmpty(),
        "%s one tensor, and %s has %s; choose one with --tensor",
        svg == null ? "--ir writes" : "--svg draws",
        String.valueOf(input),
        subjects.size());
    long bytes = subjects.stream().mapToLong(subject -> bytes(subject.plan.data())).sum();
    try (AbstractSplitter splitter = device.open(bytes)) {
      if (model != null) {
        write(model, subjects.getFirst());
      }
      List<Object> lines = new ArrayList<>();
      for (Subject subject : subjects) {
        String notes = "on %s\n%s".formatted(splitter.device(), splitter.route(subject.inFile));
        if (subject.isFortran) {
          notes =
              "%s is in Fortran order; shape and axis are reversed here, as its bytes lie\n%s"
                  .formatted(subject.plan.data().shape(), notes);
        }
        PlanPicture picture = new PlanPicture(subject.inFile, how.ordered(), notes);
        if (svg != null) {
          TextFile.write(svg, picture.svg());
        }
        if (subjects.size() > 1) {
          lines.add(Output.shown(subject.tensor) + ":");
        }
        if (Output.isTerminal(1)) {
          // picocli asks the terminal for its width, and takes 80 for one that does not say.
          lines.addAll(picture.bar(output.line().getCommandSpec().usageMessage().width()));
        }
        lines.add(picture);
      }
      output.print(
          lines,
          () ->
              subjects.size() == 1
                  ? json(subjects.getFirst(), splitter)
                  : JsonValue.list(subjects, subject -> json(subject, splitter)));
    }
    return ExitCode.DONE;
  }

  /// The bytes that kernels move, which are none for strings.
  private static long bytes(Layout data) {
    return data.type() == ElementType.STRING ? 0 : data.bytes();
  }

  /// Writes the model that is the split.
  private void write(Path xml, Subject subject) throws IOException {
    String data = subject.tensor.isEmpty() ? "data" : subject.tensor;
    SplitModel split = SplitModel.of(subject.plan).named(data, how.ordered());
    Path weights = ModelData.weights(xml);
    Map<Path, byte[]> files = new LinkedHashMap<>();
    files.put(weights, split.weights());
    files.put(xml, split.xml().getBytes(StandardCharsets.UTF_8));
    AtomicFiles.replace(files);
    output.line().getErr().printf("wrote %s and %s%n", Output.shown(xml), Output.shown(weights));
  }

  private List<Subject> subjects() throws IOException {
    LongConsumer check = reading.limits()::requireParts;
    Function<Layout, SplitPlan> planner =
        how.planner(model == null ? check : check.andThen(SplitModel::requireParts));
    if (input == null) {
      Layout data = reading.data();
      SplitPlan plan = planner.apply(data);
      return List.of(new Subject("", plan, plan, false));
    }
    try (StoredFile opened = StoredFile.open(input, reading.reading())) {
      List<Subject> subjects = new ArrayList<>();
      long parts = 0;
      for (StoredTensor data : opened.select(how.tensors)) {
        StoredLayout layout = data.layout();
        SplitPlan plan = planner.apply(layout.plain());
        parts += plan.unstacked().partCount();
        reading.limits().requireParts(parts);
        subjects.add(new Subject(data.name(), plan, layout.inFile(plan), layout.isFortran()));
      }
      require(!subjects.isEmpty(), "%s holds no tensor; give another file", input);
      return subjects;
    }
  }

  private JsonValue json(Subject subject, AbstractSplitter splitter) {
    RouteExplanation route = splitter.route(subject.inFile);
    SplitPlan plan = subject.plan;
    Geometry geometry = subject.inFile.unstacked().geometry();
    return JsonValue.object(
        "tensor", subject.tensor.isEmpty() ? null : subject.tensor,
        "type", plan.data().type(),
        "shape", plan.data().shape().extents(),
        "to", plan.conversion().map(Conversion::target).orElse(null),
        "stacked", plan.isStacked() ? json(plan.part(0)) : null,
        "axis", plan.axis(),
        "order", subject.isFortran ? "fortran" : "c",
        "unit", geometry.unit().name().toLowerCase(Locale.ROOT),
        "rows", geometry.allRows(),
        "row", geometry.row(),
        "parts", parts(plan.unstacked(), subject.inFile.unstacked()),
        "device", splitter.device().name(),
        "route",
            JsonValue.object(
                "name", route.name(),
                "reason", route.reason(),
                "steps", JsonValue.list(route.steps(), ExplainCommand::json)));
  }

  private static JsonValue json(RouteExplanation.Step step) {
    return JsonValue.object("action", step.action(), "reason", step.reason());
  }

  private static JsonValue json(Part one) {
    return JsonValue.object(
        "type", one.type(), "shape", one.shape().extents(), "bytes", one.bytes());
  }

  private JsonValue parts(SplitPlan plan, SplitPlan inFile) {
    Geometry geometry = inFile.geometry();
    long[] starts = plan.positions();
    long[] lengths = plan.lengths();
    // The units of a row for each position along the axis.
    long step = geometry.pieces() == 0 ? 0 : geometry.run(0) / lengths[geometry.slice(0)];
    List<String> names = how.ordered();
    return JsonValue.list(
        plan.parts(),
        part ->
            JsonValue.object(
                "index", part.index(),
                "name", names.isEmpty() ? null : names.get(part.index()),
                "shape", part.shape().extents(),
                "start", starts[part.index()],
                "length", part.shape().extent(plan.axis()),
                "offset", starts[part.index()] * step,
                "run", lengths[part.index()] * step,
                "contiguous", inFile.part(part.index()).isContiguous(),
                "rule", plan.conversion().map(all -> all.rule(part.index())).orElse(null),
                "bytes", SplitListing.bytes(part)));
  }
}
