package io.cleave.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
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
    usageHelpAutoWidth = true,
    sortOptions = false,
    versionProvider = Main.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Splits tensors: OpenVINO's VariadicSplit and Split, for files and devices.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:done",
      " 1:a check failed",
      " 2:invalid arguments or input",
      " 3:the device or the machine failed"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  cleave split qkv.npy --axis 1 --lengths 4,-1,4 --out parts",
      "  cleave split --help",
      "",
      "Files whose names begin with a minus sign come last: cleave inspect -- -1.npy"
    })
public final class Main implements Callable<Integer>, IVersionProvider {
  private static final List<String> COMMANDS =
      List.of("split", "explain", "inspect", "devices", "verify", "bench", "tune", "ir", "run");

  @Spec private CommandSpec spec = CommandSpec.create();

  /// picocli's own command, under a shorter name.
  @Command(name = "completion")
  static final class Completion extends AutoComplete.GenerateCompletion {}

  /// Runs one command and ends the JVM with its exit code.
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.setProperty("org.slf4j.simpleLogger.showThreadName", "false");
    System.setProperty("org.slf4j.simpleLogger.showLogName", "false");
    System.getProperties().putIfAbsent("org.slf4j.simpleLogger.defaultLogLevel", "warn");
    System.exit(run(line(args), out, err, args));
  }

  /// The text of `cleave --version`.
  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    String shown = Objects.requireNonNullElse(version, "(not packaged)");
    return new String[] {"cleave %s on Java %s".formatted(shown, Runtime.version().feature())};
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.BAD_INPUT;
  }

  /// Runs one command.
  ///
  /// @return the exit code
  static int run(CommandLine line, PrintWriter out, PrintWriter err, String... args) {
    line.setOut(out);
    line.setErr(err);
    // An argument that begins with @ is a file to split, not one to read arguments from.
    line.setExpandAtFiles(false);
    line.setParameterExceptionHandler((problem, _) -> Errors.badUse(problem));
    line.setExecutionExceptionHandler((problem, command, _) -> Errors.failed(problem, "", command));
    int code;
    try {
      code = line.execute(args);
    } catch (Error e) {
      // picocli's handlers get exceptions alone.
      code = Errors.failed(e, "", line);
    }
    return out.checkError() && code == ExitCode.DONE ? Errors.outputLost(line) : code;
  }

  /// The command line that reads some arguments: with their command alone, since to build one takes
  /// 10 ms, or with all, which help, completion and spelling errors need.
  static CommandLine line(String... args) {
    CommandLine line = new CommandLine(new Main());
    boolean isOne = args.length > 0 && COMMANDS.contains(args[0]);
    (isOne ? List.of(args[0]) : COMMANDS).forEach(name -> line.addSubcommand(command(name)));
    if (!isOne) {
      line.addSubcommand(new Completion());
      line.addSubcommand(new HelpCommand());
    }
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
