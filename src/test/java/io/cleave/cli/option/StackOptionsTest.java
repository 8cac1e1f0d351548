package io.cleave.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.file.tensor.Stack;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Which parts `--order` means.
class StackOptionsTest {
  /// A command that stacks.
  @Command
  private static final class Stacking {
    @Mixin private final StackOptions options = new StackOptions();
  }

  private static Stack stack(String order, List<String> names) {
    Stacking command = new Stacking();
    new CommandLine(command).parseArgs("--stack", "0", "--order", order);
    return command.options.stack(names).orElseThrow();
  }

  @Test
  void namesComeBeforeNumbers() {
    assertThat(stack("b,0, 1,a", List.of("a", "b", "0", "a")))
        .isEqualTo(new Stack(Stack.Way.STACKED, 0, List.of(1, 2, 1, 0)));
  }

  /// The time is linear in the names and in the order.
  @Test
  @Timeout(10)
  void allOfManyNamesMayBeGiven() {
    List<String> names = IntStream.range(0, 200_000).mapToObj(i -> "n" + i).toList();
    assertThat(stack(String.join(",", names), names).order()).hasSize(200_000);
  }
}
