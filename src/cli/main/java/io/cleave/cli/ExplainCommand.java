package io.cleave.cli;

import io.cleave.Device;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.option.ReadingOptions;
import io.cleave.cli.option.SplitOptions;
import io.cleave.cli.option.VectorModule;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.PlanPicture;
import io.cleave.cli.print.ShownName;
import io.cleave.cli.print.TextFile;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.ir.SplitModel;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.plan.ElementType;
import io.cleave.plan.Geometry;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.RouteExplanation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
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
      description = {
        "The .npy, .npz, .safetensors or raw file that would be split; without one, --shape and"
            + " --type say what would be."
      })
  private @Nullable Path input;

  @Option(
      names = "--tensor",
      paramLabel = "NAME",
      description = {
        "A tensor of the file, or several: * stands for any characters, ? for one. May be given"
            + " again (default: all)."
      })
  private List<String> tensors = List.of();

  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Mixin private SplitOptions how = new SplitOptions();

  @Mixin private DeviceOption device = DeviceOption.one();

  @Option(
      names = "--names",
      paramLabel = "A,B,...",
      description = "What the parts are called, beside 0, 1, ...; one name for each.")
  private @Nullable String names;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Draw the plan and what the device does, too.")
  private @Nullable Path svg;

  @Option(
      names = "--ir",
      paramLabel = "MODEL.xml",
      description = {
        "Write the split as a model that OpenVINO reads, too: a VariadicSplit, with its .bin"
            + " beside it."
      })
  private @Nullable Path model;

  @Mixin private Output output = new Output();

  /// A tensor that would be split.
  ///
  /// @param tensor its name in the file; empty for a tensor that is in no file
  /// @param plan the plan as users see it
  /// @param inFile the plan of the bytes in the file, which the device gets
  private record Subject(String tensor, SplitPlan plan, SplitPlan inFile) {}

  @Override
  public Integer call() throws IOException {
    Map<Path, byte[]> texts = new LinkedHashMap<>();
    if (model != null) {
      texts.put(weightsOf(model), new byte[0]);
      texts.put(model, new byte[0]);
    }
    List<Path> written = new ArrayList<>(texts.keySet());
    if (svg != null) {
      written.add(svg);
    }
    TextFile.requireWritable(written, input == null ? List.of() : List.of(input));
    List<String> given = names == null ? List.of() : List.of(names.split(",", -1));
    Function<Layout, SplitPlan> planner = how.planner(given, reading);
    List<String> parts = how.ordered(given);
    List<Subject> subjects = input == null ? imagined(planner) : stored(input, planner);
    if (subjects.size() > 1 && !written.isEmpty()) {
      throw new IllegalArgumentException(
          "%s one tensor, and %s has %s; choose one with --tensor"
              .formatted(svg == null ? "--ir writes" : "--svg draws", input, subjects.size()));
    }
    if (model != null) {
      SplitModel split = model(subjects.getFirst(), parts);
      texts.replace(weightsOf(model), split.weights());
      texts.replace(model, split.xml().getBytes(StandardCharsets.UTF_8));
    }
    try (HostSplitter splitter = device.open()) {
      List<JsonObject> json = new ArrayList<>();
      for (Subject subject : subjects) {
        RouteExplanation route = splitter.route(subject.inFile());
        PlanPicture picture =
            new PlanPicture(
                subject.plan(), parts, Optional.of(splitter.device()), Optional.of(route));
        if (svg != null) {
          TextFile.write(svg, picture.svg());
        }
        if (output.isJson()) {
          json.add(json(subject, parts, splitter.device(), route));
        } else {
          if (subjects.size() > 1) {
            output.print(ShownName.of(subject.tensor()) + ":");
          }
          output.bar(picture).forEach(output::print);
          output.print(picture);
        }
      }
      if (output.isJson()) {
        output.print(json.size() == 1 ? json.getFirst() : new JsonArray(List.copyOf(json)));
      }
    }
    if (model != null) {
      TextFile.write(texts);
      output.note("wrote %s and %s".formatted(ShownName.of(model), ShownName.of(weightsOf(model))));
    }
    return ExitCode.DONE;
  }

  private static Path weightsOf(Path xml) {
    String name = String.valueOf(xml.getFileName());
    if (!name.endsWith(".xml") || name.equals(".xml")) {
      throw new IllegalArgumentException(
          "%s must end with .xml, since the model's .bin gets the same name beside it"
              .formatted(ShownName.of(xml)));
    }
    return xml.resolveSibling(name.substring(0, name.length() - 4) + ".bin");
  }

  private static SplitModel model(Subject subject, List<String> given) {
    if (subject.plan().conversion().isPresent() || subject.plan().isStacked()) {
      throw new IllegalArgumentException(
          "--ir writes a split, which moves values as they are; leave out --to, --stack and"
              + " --join");
    }
    String data = subject.tensor().isEmpty() ? "data" : subject.tensor();
    return SplitModel.of(subject.plan()).named(data, given);
  }

  private List<Subject> imagined(Function<Layout, SplitPlan> planner) {
    Layout data = reading.data();
    SplitPlan plan = planner.apply(data);
    // Strings have no size in bytes, and no kernel moves them.
    VectorModule.loadFor(data.type() == ElementType.STRING ? 0 : data.bytes());
    return List.of(new Subject("", plan, plan));
  }

  private List<Subject> stored(Path file, Function<Layout, SplitPlan> planner) throws IOException {
    VectorModule.loadFor(List.of(file));
    try (StoredFile opened = StoredFile.open(file, reading.reading())) {
      List<Subject> subjects = new ArrayList<>();
      long parts = 0;
      for (StoredTensor data : opened.select(tensors)) {
        StoredLayout layout = data.layout();
        SplitPlan plan = planner.apply(layout.plain());
        parts += plan.unstacked().partCount();
        reading.limits().requireParts(parts);
        subjects.add(new Subject(data.name(), plan, layout.inFile(plan)));
      }
      return subjects;
    }
  }

  private static JsonObject json(
      Subject subject, List<String> names, Device device, RouteExplanation route) {
    SplitPlan plan = subject.plan();
    JsonObject.Builder json = JsonObject.builder();
    if (!subject.tensor().isEmpty()) {
      json.put("tensor", subject.tensor());
    }
    Layout data = plan.data();
    json.put("type", data.type().toString()).put("shape", JsonArray.of(data.shape().extents()));
    plan.conversion().ifPresent(conversion -> json.put("to", conversion.target().toString()));
    if (plan.isStacked()) {
      Part one = plan.part(0);
      json.put(
          "stacked",
          JsonObject.builder()
              .put("type", one.type().toString())
              .put("shape", JsonArray.of(one.shape().extents()))
              .put("bytes", one.bytes())
              .build());
    }
    SplitPlan parts = plan.unstacked();
    Geometry geometry = parts.geometry();
    return json.put("axis", plan.axis())
        .put("unit", geometry.unit().name().toLowerCase(Locale.ROOT))
        .put("rows", geometry.allRows())
        .put("row", geometry.row())
        .put("parts", json(parts, names))
        .put("device", device.name())
        .put(
            "route",
            JsonObject.builder()
                .put("name", route.name())
                .put("reason", route.reason())
                .put("steps", JsonArray.of(route.steps(), ExplainCommand::json))
                .build())
        .build();
  }

  private static JsonObject json(RouteExplanation.Step step) {
    return JsonObject.builder().put("action", step.action()).put("reason", step.reason()).build();
  }

  private static JsonArray json(SplitPlan plan, List<String> names) {
    Geometry geometry = plan.geometry();
    long[] starts = plan.positions();
    long[] lengths = plan.lengths();
    // Empty parts have no piece.
    long[] offsets = new long[starts.length];
    long[] runs = new long[starts.length];
    for (int i = 0; i < geometry.pieces(); i++) {
      offsets[geometry.slice(i)] = geometry.offset(i);
      runs[geometry.slice(i)] = geometry.run(i);
    }
    return JsonArray.of(
        plan.parts(),
        part -> {
          int i = part.index();
          JsonObject.Builder json = JsonObject.builder().put("index", i);
          if (!names.isEmpty()) {
            json.put("name", names.get(i));
          }
          json.put("shape", JsonArray.of(part.shape().extents()))
              .put("start", starts[i])
              .put("length", lengths[i])
              .put("offset", offsets[i])
              .put("run", runs[i])
              .put("contiguous", part.isContiguous());
          plan.conversion().ifPresent(it -> json.put("rule", it.rule(i).toString()));
          if (part.type() != ElementType.STRING) {
            json.put("bytes", part.bytes());
          }
          return json.build();
        });
  }
}
