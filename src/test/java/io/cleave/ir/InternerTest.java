package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.PartialShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is alike is kept once, and what only pretends to be is no burden.
class InternerTest {
  /// Two of its multiples have the same hash code, that of 0.
  private static final long ALIKE = (1L << 32) + 1;

  private final Interner interner = new Interner();

  @TempDir private Path folder;

  private static Port port(long id) {
    return new Port(id, Optional.empty(), PartialShape.UNKNOWN_RANK, List.of());
  }

  @Test
  void oneOfEqualValuesIsKept() {
    Port first = interner.intern(port(1));
    Port other = interner.intern(port(2));
    String name = interner.intern("a");
    assertThat(interner.intern(port(1))).isSameAs(first);
    assertThat(interner.intern(port(2))).isSameAs(other).isNotSameAs(first);
    assertThat(interner.intern(String.valueOf(new char[] {'a'}))).isSameAs(name);
  }

  @Test
  void valuesOfOneHashCodeAreNotMixedUp() {
    Port first = port(ALIKE);
    Port second = port(2 * ALIKE);
    assertThat(first.hashCode()).isEqualTo(second.hashCode());
    for (int i = 0; i < 2; i++) {
      assertThat(interner.intern(first)).isEqualTo(port(ALIKE));
      assertThat(interner.intern(second)).isEqualTo(port(2 * ALIKE));
    }
  }

  @Test
  @Timeout(60)
  void portsOfOneHashCodeAreReadAsFastAsOthers() throws IOException {
    int count = 100_000;
    String ports =
        LongStream.range(0, count)
            .mapToObj(i -> "<port id=\"%s\"/>".formatted(i * ALIKE))
            .collect(Collectors.joining());
    String layer = "<layer id=\"0\" type=\"a\"><output>%s</output></layer>".formatted(ports);
    Path file =
        Files.writeString(
            folder.resolve("model.xml"),
            "<net version=\"11\"><layers>%s</layers></net>".formatted(layer));
    assertThat(Model.read(file).graph().layers().getFirst().outputs()).hasSize(count);
  }
}
