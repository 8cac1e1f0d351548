package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignalChainTest {
  @TempDir Path folder = Path.of("");

  private boolean names(String maps) throws IOException {
    return SignalChain.names(Files.writeString(folder.resolve("maps"), maps));
  }

  @Test
  void findsTheLibrary() throws IOException {
    assertThat(names("7f0-7f1 r-xp 0 fe:00 1 /jdk/lib/libjsig.so\n7f2-7f3 rw-p 0 00:00 0\n"))
        .isTrue();
    assertThat(names("7f0-7f1 r-xp 0 fe:00 1 /jdk/lib/libjvm.so\n")).isFalse();
    assertThat(names("")).isFalse();
  }

  @Test
  void whereNobodyCanTellItIsNotThere() {
    assertThat(SignalChain.names(folder.resolve("none"))).isFalse();
  }

  @Test
  void onlySignalsWithoutAMeaningAreFree() {
    assertThat(List.of("34", "60", "64")).allMatch(SignalChain::isFree);
    assertThat(List.of("12", "33", "65", "", "sixty", "-60", "99999999999"))
        .noneMatch(SignalChain::isFree);
    assertThat(SignalChain.isFree(null)).isFalse();
  }
}
