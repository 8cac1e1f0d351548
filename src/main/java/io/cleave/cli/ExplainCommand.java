package io.cleave.cli;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.backend.Splitter;
import io.cleave.draw.PlanPicture;
import io.cleave.file.NpyReader;
import io.cleave.file.StoredTensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `cleave explain`
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    versionProvider = Version.class,
    description = {
      "Prints where every byte of a split would go, and how a device would do it.",
      "Nothing is split. On a terminal it also draws a row of the data with its parts to scale;"
          + " --svg draws all of it as a picture."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  cleave explain qkv.npy --axis 1 --lengths 4,-1,4 --names q,k,v --svg qkv.svg",
      "  cleave explain --shape 32,512,3072 --type f32 --axis -1 --equal 3"
    })
final class ExplainCommand implements Callable<Integer> {
  @ArgGroup(multiplicity = "1")
  private @Nullable Subject subject;

  @Mixin private CutOptions cut = new CutOptions();

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

  @Option(names = "--json", description = "Print JSON instead.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  /// What would be split: a file, or a tensor that need not exist.
  private static final class Subject {
    @Parameters(paramLabel = "IN", description = "The .npy file that would be split.")
    private @Nullable Path input;

    @ArgGroup(exclusive = false)
    private @Nullable Imagined imagined;
  }

  /// A tensor that need not exist.
  private static final class Imagined {
    @Option(
        names = "--shape",
        required = true,
        paramLabel = "A,B,...",
        description = "The shape, instead of a file.")
    private String shape = "";

    @Option(
        names = "--type",
        required = true,
        paramLabel = "T",
        completionCandidates = TypeNames.class,
        description = "The element type that goes with --shape: f32, u4, boolean, ...")
    private String type = "";
  }

  @Override
  public Integer call() throws IOException {
    if (svg != null) {
      TextFile.requireWritable(svg);
    }
    Subject what = Objects.requireNonNull(subject, "picocli demands one");
    if (what.imagined != null) {
      Imagined tensor = what.imagined;
      SplitPlan plan = cut.plan(Shape.parse(tensor.shape), ElementType.parse(tensor.type));
      explain(plan, plan);
    } else {
      explain(Objects.requireNonNull(what.input, "picocli demands one"));
    }
    return ExitCode.DONE;
  }

  private void explain(Path input) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      StoredTensor data = NpyReader.map(input, arena);
      SplitPlan plan = cut.plan(data.shape(), data.type());
      explain(plan, data.layout().order().inFile(plan));
    }
  }

  /// @param carriedOut the plan that the device gets: the same, but for the order of the elements
  private void explain(SplitPlan plan, SplitPlan carriedOut) {
    List<String> given = names == null ? List.of() : List.of(names.split(",", -1));
    try (Splitter splitter = device.open()) {
      Device chosen = splitter.device();
      Route route = splitter.explain(carriedOut);
      PlanPicture picture = new PlanPicture(plan, given, Optional.of(chosen), Optional.of(route));
      if (svg != null) {
        TextFile.write(svg, picture.svg());
      }
      print(picture, chosen, route);
    }
  }

  private void print(PlanPicture picture, Device chosen, Route route) {
    Output output = Output.of(spec);
    if (json) {
      output.print(PlanJson.of(picture, chosen, route));
      return;
    }
    Screen.of(spec).map(screen -> screen.lines(picture)).orElse(List.of()).forEach(output::print);
    output.print(picture);
    output.print("on " + chosen);
    output.print(route);
  }
}
