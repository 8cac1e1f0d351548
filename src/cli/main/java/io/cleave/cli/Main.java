package io.cleave.cli;

import io.cleave.cli.bench.BenchCommand;
import io.cleave.cli.bench.TuneCommand;
import io.cleave.cli.option.Converters;
import io.cleave.cli.print.Errors;
import io.cleave.cli.print.ExitCode;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The program `cleave`, which does nothing without one of its commands.
@Command(
    name = "cleave",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    versionProvider = Main.Version.class,
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
    })
public final class Main implements Callable<Integer> {
  private static final List<String> COMMANDS =
      List.of("split", "explain", "inspect", "devices", "verify", "bench", "tune", "ir", "run");

  @Spec private @Nullable CommandSpec spec;

  /// picocli's own command, under a shorter name.
  @Command(name = "completion")
  static final class Completion extends AutoComplete.GenerateCompletion {}

  /// The text of `cleave --version`.
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version =
          Objects.requireNonNullElse(
              Main.class.getPackage().getImplementationVersion(), "(not packaged)");
      return new String[] {"cleave %s on Java %s".formatted(version, Runtime.version().feature())};
    }
  }

  /// Runs one command and ends the JVM with its exit code.
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.setProperty("org.slf4j.simpleLogger.showThreadName", "false");
    System.setProperty("org.slf4j.simpleLogger.showLogName", "false");
    System.getProperties().putIfAbsent("org.slf4j.simpleLogger.defaultLogLevel", "warn");
    System.exit(run(out, err, args));
  }

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec, "picocli injects it").commandLine();
    line.usage(line.getErr());
    return ExitCode.BAD_INPUT;
  }

  /// Runs one command.
  ///
  /// @return the exit code
  static int run(PrintWriter out, PrintWriter err, String... args) {
    // Without a command, help, completion and spelling errors need all of them.
    return run(
        args.length > 0 && COMMANDS.contains(args[0]) ? line(List.of(args[0])) : line(),
        out,
        err,
        args);
  }

  /// Runs a command line.
  static int run(CommandLine line, PrintWriter out, PrintWriter err, String... args) {
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpAutoWidth(true);
    // An argument that begins with @ is a file to split, not one to read arguments from.
    line.setExpandAtFiles(false);
    line.setParameterExceptionHandler((problem, _) -> Errors.badUse(problem));
    line.setExecutionExceptionHandler((problem, command, _) -> Errors.failed(problem, command));
    int code;
    try {
      code = line.execute(args);
    } catch (OutOfMemoryError e) {
      code = Errors.outOfMemory(line, e);
    } catch (Error e) {
      // picocli's handlers get exceptions alone.
      code = Errors.unexpected(line, e);
    }
    return out.checkError() && code == ExitCode.DONE ? Errors.outputLost(line) : code;
  }

  /// The command line with all commands.
  static CommandLine line() {
    CommandLine line = line(COMMANDS);
    line.addSubcommand(new Completion());
    line.addSubcommand(new HelpCommand());
    return line;
  }

  /// The command line with some commands: to build one takes 10 ms.
  private static CommandLine line(List<String> names) {
    CommandLine line = new CommandLine(new Main());
    names.forEach(name -> line.addSubcommand(command(name)));
    Converters.register(line);
    return line;
  }

  private static Object command(String name) {
    return switch (name) {
      case "split" -> new SplitCommand();
      case "explain" -> new ExplainCommand();
      case "inspect" -> new InspectCommand();
      case "devices" -> new DevicesCommand();
      case "verify" -> new VerifyCommand();
      case "bench" -> new BenchCommand();
      case "tune" -> new TuneCommand();
      case "ir" -> new IrCommand();
      case "run" -> new RunCommand();
      default -> throw new IllegalArgumentException(name);
    };
  }
}
