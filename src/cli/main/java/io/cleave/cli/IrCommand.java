package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.ir.Model;
import io.cleave.ir.SplitLayer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `cleave ir`
@Command(
    name = "ir",
    description =
        "Lists every Split and VariadicSplit of an OpenVINO model with axis, lengths and"
            + " the consumers of its parts, and says which ones are wrong.",
    footer = {
      "  cleave ir model.xml",
      "  cleave ir model.xml --layer attention/split --svg split.svg",
      "  cleave ir model.xml --strict"
    })
final class IrCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "MODEL.xml",
      description = "The model; its .bin lies beside it. Without that, less is known.")
  private Path file = Path.of("");

  @Option(names = "--layer", description = "List only the layer of this name or id.")
  private @Nullable String layer;

  @Option(names = "--svg", description = "Draw the split of --layer in this file, too.")
  private @Nullable Path svg;

  @Option(
      names = "--strict",
      description = "Exit code 1 if a listed finding begins with 'wrong:' or 'refused:'.")
  private boolean strict;

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private Output output = new Output();

  @Override
  public Integer call() throws IOException {
    Model model = Model.read(file, limits.limits());
    List<SplitLayer> splits = layer == null ? model.splits() : List.of(model.split(layer));
    if (svg != null) {
      require(
          layer != null, "a drawing shows one split; say which with --layer NAME, see 'cleave ir'");
      TextFile.requireWritable(List.of(svg), List.of(file, ModelData.weights(file)));
      TextFile.write(svg, picture(model, splits.getFirst()).svg());
    }
    SplitListing listing = new SplitListing(model, splits);
    output.print(listing.lines(), listing::json);
    boolean sound = splits.stream().allMatch(SplitLayer::isSound);
    return strict && !sound ? ExitCode.CHECK_FAILED : ExitCode.DONE;
  }

  private static PlanPicture picture(Model model, SplitLayer split) {
    String why =
        model
            .missingWeights()
            .map("%s does not exist, so put it beside the .xml file"::formatted)
            .orElse("leave out --svg to see what is unknown or wrong");
    require(
        split.plan().isPresent(),
        "%s cannot be drawn, since not all of it is known or it is wrong; %s",
        split,
        why);
    List<SplitLayer.Output> outputs = split.outputs();
    List<String> names =
        IntStream.range(0, outputs.size())
            .filter(part -> !outputs.get(part).consumers().isEmpty())
            .mapToObj(part -> outputs.get(part).names().stream().findFirst().orElse("" + part))
            .limit(split.plan().get().partCount())
            .toList();
    return new PlanPicture(split.plan().get(), names, "");
  }
}
