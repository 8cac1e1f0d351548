package io.cleave.cli;

import io.cleave.cli.option.LimitOptions;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.PlanPicture;
import io.cleave.cli.print.TextFile;
import io.cleave.file.format.StoredTensor;
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
        "Lists every Split and VariadicSplit of an OpenVINO model, whatever else is in it: what"
            + " they split, where, and who uses the parts. Says which ones are wrong.",
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

  @Option(
      names = "--layer",
      description = "List only the layer of this name, or if there is none of this id.")
  private @Nullable String layer;

  @Option(
      names = "--svg",
      description = "Draw the split of --layer, too: where every byte of it goes.")
  private @Nullable Path svg;

  @Option(
      names = "--strict",
      description = "End with exit code 1 if a split that is listed is marked wrong: or refused:.")
  private boolean strict;

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private Output output = new Output();

  @Override
  public Integer call() throws IOException {
    if (svg != null) {
      requireDrawable(svg);
    }
    Model model = Model.read(file, limits.limits());
    String name = layer;
    List<SplitLayer> splits = name == null ? model.splits() : List.of(model.split(name));
    if (svg != null) {
      TextFile.write(svg, picture(model, splits.getFirst()).svg());
    }
    SplitListing listing = new SplitListing(model, splits);
    if (output.isJson()) {
      output.print(listing.json());
    } else {
      listing.lines().forEach(output::print);
    }
    boolean sound = splits.stream().allMatch(SplitLayer::isSound);
    return strict && !sound ? ExitCode.CHECK_FAILED : ExitCode.DONE;
  }

  private void requireDrawable(Path picture) {
    if (layer == null) {
      throw new IllegalArgumentException(
          "a drawing shows one split; say which with --layer NAME, see 'cleave ir'");
    }
    Path weights = file.resolveSibling(StoredTensor.nameFrom(file) + ".bin");
    TextFile.requireWritable(List.of(picture), file, weights);
  }

  private static PlanPicture picture(Model model, SplitLayer split) {
    if (split.plan().isEmpty()) {
      String why =
          model
              .missingWeights()
              .map("%s does not exist, so put it beside the .xml file"::formatted)
              .orElse("'cleave ir' says what");
      throw new IllegalArgumentException(
          "%s cannot be drawn, since not all of it is known or it is wrong; %s"
              .formatted(split, why));
    }
    List<SplitLayer.Output> outputs = split.outputs();
    List<String> names =
        IntStream.range(0, outputs.size())
            .filter(part -> !outputs.get(part).consumers().isEmpty())
            .mapToObj(part -> outputs.get(part).names().stream().findFirst().orElse("" + part))
            .toList();
    return new PlanPicture(split.plan().get(), names, "");
  }
}
