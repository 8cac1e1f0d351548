package io.cleave.cli.model;

import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.option.LimitOptions;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.ir.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `cleave run`
@Command(
    name = "run",
    description = {
      "Runs an OpenVINO model made of Parameter, Const, Split, VariadicSplit and Result, or one"
          + " split of any model, and writes the outputs to DIR/NAME.npy, NAME being the tensor's."
    },
    footer = {
      "  cleave run model.xml --input x=x.npy --out parts",
      "  cleave run model.xml --layer attention/split --data qkv.npy --out parts",
      "",
      "In file names, what means something to a file system is written as in a URL: a/b is a%%2Fb."
    })
public final class RunCommand implements Callable<Integer> {
  @Parameters(paramLabel = "MODEL.xml", description = "The model; its .bin lies beside it.")
  private Path file = Path.of("");

  @Option(
      names = "--input",
      paramLabel = "NAME=FILE",
      description = {
        "A .npy, .npz, .safetensors or raw file for the input of this name, that of a tensor or of"
            + " a Parameter."
      })
  private List<String> inputs = List.of();

  @ArgGroup(exclusive = false)
  private @Nullable LayerOptions layer;

  @Mixin private RunTarget target = new RunTarget();

  @Mixin private DeviceOption device = DeviceOption.one();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  /// One split of the model instead of all of it.
  static final class LayerOptions {
    @Option(
        names = "--layer",
        required = true,
        paramLabel = "NAME",
        description = "Run only the split of this name; see 'cleave ir'.")
    String name = "";

    @Option(
        names = "--data",
        required = true,
        paramLabel = "FILE",
        description = "The file with the data of that split; of any size.")
    Path data = Path.of("");

    @Option(
        names = "--axis",
        paramLabel = "N",
        description =
            "Its axis, where the model computes that when it runs, or its .bin is missing.")
    @Nullable Long axis;

    @Option(
        names = "--lengths",
        paramLabel = "N",
        split = ",",
        description =
            "Its lengths, where the model computes them when it runs, or its .bin is missing.")
    long @Nullable [] lengths;
  }

  @Override
  public Integer call() throws IOException {
    LayerOptions one = layer;
    if (one != null && !inputs.isEmpty()) {
      throw new IllegalArgumentException(
          "--input is for whole models and --layer for one split of them; leave one out");
    }
    Model model = Model.read(file, limits.limits());
    List<RunReport.Line> lines =
        one == null
            ? new WholeModel(model, device, target, limits.limits()).run(inputs)
            : new SingleLayer(model, device, target, limits.limits())
                .run(one).stream().map(RunReport.Line::of).toList();
    RunReport report = new RunReport(lines);
    if (json) {
      report.printJson(Output.of(spec));
    } else {
      report.print(Output.of(spec));
    }
    return ExitCode.DONE;
  }
}
