package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Binding;
import io.cleave.backend.RouteName;
import io.cleave.cli.print.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every route through every binding writes the files that plain Java writes.
class RouteCommandsTest {
  private static final String QKV =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy").toString();

  @TempDir private Path folder;

  static Stream<Arguments> everyWay() {
    List<Arguments> ways = new ArrayList<>();
    for (Binding binding : List.of(Binding.LWJGL, Binding.JOCL)) {
      for (RouteName route : RouteName.values()) {
        ways.add(Arguments.of(binding, route, List.of("--axis", "1", "--lengths", "4,-1,3")));
        ways.add(Arguments.of(binding, route, List.of("--axis", "2", "--nearly-equal", "5")));
      }
    }
    return ways.stream();
  }

  @ParameterizedTest
  @MethodSource("everyWay")
  void writesTheSame(Binding binding, RouteName route, List<String> cut) throws IOException {
    List<String> way =
        List.of("--device", "pocl", "--binding", "" + binding, "--route", "" + route);
    Cli run = split("device", cut, way);
    // Rows are no pieces that one copy could take.
    if (route == RouteName.COPIES) {
      assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.err()).startsWith("cleave: ").hasLineCount(1);
      assertThat(contents("device")).isEmpty();
    } else {
      assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
      assertThat(split("cpu", cut, List.of()).code()).isEqualTo(ExitCode.DONE);
      assertThat(contents("device")).isEqualTo(contents("cpu")).isNotEmpty();
    }
  }

  private Cli split(String out, List<String> cut, List<String> way) {
    List<String> arguments = new ArrayList<>(List.of("split", QKV));
    arguments.addAll(cut);
    arguments.addAll(way);
    arguments.addAll(List.of("--out", folder.resolve(out).toString()));
    return Cli.run(arguments.toArray(String[]::new));
  }

  private Map<String, List<Byte>> contents(String out) throws IOException {
    Map<String, List<Byte>> contents = new TreeMap<>();
    Path from = folder.resolve(out);
    if (Files.exists(from)) {
      try (Stream<Path> files = Files.list(from)) {
        files.forEach(file -> contents.put(file.getFileName().toString(), bytes(file)));
      }
    }
    return contents;
  }

  private static List<Byte> bytes(Path file) {
    try {
      List<Byte> bytes = new ArrayList<>();
      for (byte one : Files.readAllBytes(file)) {
        bytes.add(one);
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
