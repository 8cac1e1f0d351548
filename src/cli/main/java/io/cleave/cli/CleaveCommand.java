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
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// `cleave` itself, which does nothing without one of its commands.
@Command(
    name = "cleave",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Splits tensors: OpenVINO's VariadicSplit and Split, for files and devices.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:done",
      " 1:the check that was asked for has failed",
      " 2:bad use or bad input: mend the call",
      " 3:the device, or the machine around it, has failed"
    },
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
      CleaveCommand.Completion.class,
      IrCommand.class,
      RunCommand.class,
      HelpCommand.class
    })
final class CleaveCommand implements Callable<Integer> {
  /// picocli's own command, under a shorter name.
  @Command(name = "completion")
  static final class Completion extends AutoComplete.GenerateCompletion {}

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Output.of(spec).usage();
    return ExitCode.BAD_INPUT;
  }
}
