package io.cleave.cli;

import io.cleave.Device;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.option.ReadingOptions;
import io.cleave.cli.option.SplitOptions;
import io.cleave.cli.option.VectorModule;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.Screen;
import io.cleave.cli.print.TextFile;
import io.cleave.draw.PlanPicture;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.ir.SplitModel;
import io.cleave.json.JsonArray;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.RouteExplanation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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

  @Option(names = "--json", description = "Print JSON instead.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  /// What would be split.
  ///
  /// @param tensor what the file calls it; empty for a tensor that is in no file
  /// @param plan the plan as people see it
  /// @param inFile the plan of the bytes in the file, which the device gets
  private record Subject(String tensor, SplitPlan plan, SplitPlan inFile) {}

  @Override
  public Integer call() throws IOException {
    Optional<SplitModelFiles> files = Optional.ofNullable(model).map(SplitModelFiles::beside);
    TextFile.requireWritable(outputs(files), input == null ? List.of() : List.of(input));
    List<String> given = names == null ? List.of() : List.of(names.split(",", -1));
    Function<Layout, SplitPlan> planner = how.planner(given, reading);
    List<String> parts = how.ordered(given);
    List<Subject> subjects = input == null ? imagined(planner) : stored(input, planner);
    requireOne("--svg draws", svg, subjects);
    requireOne("--ir writes", model, subjects);
    Optional<SplitModel> split = files.map(_ -> model(subjects.getFirst(), parts));
    try (HostSplitter splitter = device.open()) {
      print(subjects.stream().map(subject -> explain(subject, splitter, parts)).toList());
    }
    if (files.isPresent() && split.isPresent()) {
      files.get().write(split.get());
      Output.of(spec).note("wrote " + files.get());
    }
    return ExitCode.DONE;
  }

  private List<Path> outputs(Optional<SplitModelFiles> files) {
    Stream<Path> models = files.stream().flatMap(both -> both.paths().stream());
    return Stream.concat(models, Optional.ofNullable(svg).stream()).toList();
  }

  private void requireOne(String what, @Nullable Path file, List<Subject> subjects) {
    if (file != null && subjects.size() > 1) {
      throw new IllegalArgumentException(
          "%s one tensor, and %s has %s; choose one with --tensor"
              .formatted(what, input, subjects.size()));
    }
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
        reading.requireParts(parts);
        subjects.add(new Subject(data.name(), plan, layout.inFile(plan)));
      }
      return subjects;
    }
  }

  private Explanation explain(Subject subject, HostSplitter splitter, List<String> parts) {
    Device chosen = splitter.device();
    RouteExplanation route = splitter.route(subject.inFile());
    PlanPicture picture =
        new PlanPicture(subject.plan(), parts, Optional.of(chosen), Optional.of(route));
    if (svg != null) {
      TextFile.write(svg, picture.svg());
    }
    return new Explanation(subject.tensor(), picture, chosen, route);
  }

  private void print(List<Explanation> all) {
    Output output = Output.of(spec);
    if (!json) {
      Optional<Screen> screen = Screen.of(spec);
      all.forEach(one -> one.lines(screen, all.size() > 1).forEach(output::print));
    } else if (all.size() == 1) {
      output.print(all.getFirst().json());
    } else {
      output.print(JsonArray.of(all, Explanation::json));
    }
  }
}
