package io.cleave.fuzz;

import io.cleave.cli.Cli;
import io.cleave.cli.ExitCode;
import io.cleave.file.format.NpyBytes;
import io.cleave.ir.TestModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Command lines, an argument a line. All are parsed; carried out is what only reads: `IN` and
/// `MODEL` stand for the files that it may read.
final class CommandTarget implements FuzzTarget {
  /// These write at most what an option tells them to.
  private static final Set<String> READERS = Set.of("explain", "inspect", "ir");

  /// Its values name no files, but may bring drivers into the process.
  private static final String DEVICE = "--device";

  /// Beyond this many digits there may be millions of parts, which take a while to list.
  private static final String LONG_NUMBER = "(?s).*[0-9]{5}.*";

  private final Path array;
  private final Path model;

  CommandTarget(Path folder) {
    this.array = folder.resolve("in.npy");
    this.model = folder.resolve("in.xml");
    try {
      Files.write(array, NpyBytes.file(1, NpyBytes.text("<f4", false, 2, 6), NpyBytes.data(48)));
      TestModel written = new TestModel();
      TestModel.Out x = written.parameter("x", "f32", "6,4");
      int split = written.split("s", x, new TestModel.Out(0, 0), 2, 2);
      Files.writeString(model, written.result("r", new TestModel.Out(split, 3)).xml());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean accepts(byte[] input) {
    String[] arguments = new Lines(input).from(0);
    Arrays.setAll(arguments, i -> named(arguments[i]));
    ParseResult parsed;
    try {
      parsed = Cli.line().parseArgs(arguments);
    } catch (ParameterException _) {
      Cli refused = Cli.run(arguments);
      require(refused.code() == ExitCode.BAD_INPUT && refused.err().lines().count() == 1, refused);
      return false;
    }
    if (isHarmless(parsed) && !String.join("\n", arguments).matches(LONG_NUMBER)) {
      // Since no device is asked, this code would say that there is a fault.
      Cli run = Cli.run(arguments);
      require(run.code() != ExitCode.DEVICE_FAILED, run);
    }
    return true;
  }

  private static void require(boolean holds, Cli run) {
    FuzzTarget.require(holds && Trial.isPlain(run.out()) && Trial.isPlain(run.err()), run);
  }

  private String named(String argument) {
    return switch (argument) {
      case "IN" -> array.toString();
      case "MODEL" -> model.toString();
      default -> argument;
    };
  }

  private boolean isHarmless(ParseResult parsed) {
    ParseResult command = parsed.subcommand();
    return command != null
        && READERS.contains(command.commandSpec().name())
        && command.matchedOptions().stream().noneMatch(option -> Path.class.equals(option.type()))
        && command.matchedOptionValue(DEVICE, "cpu").equals("cpu")
        && command.matchedPositionals().stream()
            .flatMap(positional -> positional.stringValues().stream())
            .allMatch(Set.of(array.toString(), model.toString())::contains);
  }
}
