package io.cleave.cli;

import io.cleave.cli.bench.BenchCommand;
import io.cleave.cli.bench.TuneCommand;
import io.cleave.cli.model.IrCommand;
import io.cleave.cli.model.RunCommand;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.Version;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `cleave` itself, which does nothing without one of its commands.
@Command(
    name = "cleave",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Splits tensors: OpenVINO's VariadicSplit and Split, for files and devices.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  cleave split qkv.npy --axis 1 --lengths 4,-1,4 --out parts",
      "  cleave split --help",
      "",
      "An argument that begins with a minus sign and a digit is a number, not an option."
    },
    subcommands = {
      SplitCommand.class,
      ExplainCommand.class,
      InspectCommand.class,
      DevicesCommand.class,
      VerifyCommand.class,
      BenchCommand.class,
      TuneCommand.class,
      CompletionCommand.class,
      IrCommand.class,
      RunCommand.class,
      HelpCommand.class
    })
final class CleaveCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Output.of(spec).usage();
    return ExitCode.BAD_INPUT;
  }
}
