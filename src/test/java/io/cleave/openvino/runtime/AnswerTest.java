package io.cleave.openvino.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.cleave.plan.PartialShape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What goes from one process to the other arrives.
class AnswerTest {
  private static final List<PartialShape> SHAPES =
      List.of(PartialShape.parse("1,2..6,?"), PartialShape.UNKNOWN_RANK, PartialShape.of());

  private static byte[] written(Answer answer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    answer.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Answer read(byte... bytes) throws IOException {
    return Answer.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  @Test
  void answersArrive() throws IOException {
    for (Answer answer :
        List.of(
            new Answer.Refused("because: \u00e4"),
            new Answer.Inferred(SHAPES),
            new Answer.Undelivered(SHAPES, ""),
            new Answer.Ended("silent"))) {
      assertThat(read(written(answer))).isEqualTo(answer);
    }
    Answer delivered = read(written(new Answer.Delivered(SHAPES, List.of(new byte[] {1, 2}))));
    assertThat(((Answer.Delivered) delivered).parts().getFirst()).containsExactly(1, 2);
  }

  @Test
  void whatIsCutOrNoAnswerIsNone() throws IOException {
    byte[] refused = written(new Answer.Refused("because"));
    for (int length = 0; length < refused.length; length++) {
      byte[] cut = Arrays.copyOf(refused, length);
      assertThatIOException().isThrownBy(() -> read(cut));
    }
    assertThatIOException().isThrownBy(() -> read((byte) 9));
    assertThatIOException()
        .isThrownBy(() -> read((byte) 0, (byte) -1, (byte) 0, (byte) 0, (byte) 0));
  }

  @Test
  void inquiriesArrive() throws IOException {
    for (Inquiry inquiry :
        List.of(
            Inquiry.shapes("<net/>", new byte[] {1}),
            Inquiry.shapes("<net/>", new byte[0]).with(new byte[] {2, 3}))) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      inquiry.write(new DataOutputStream(bytes));
      Inquiry read =
          Inquiry.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      assertThat(read.xml()).isEqualTo(inquiry.xml());
      assertThat(read.weights()).isEqualTo(inquiry.weights());
      assertThat(read.data().orElse(null)).isEqualTo(inquiry.data().orElse(null));
    }
  }

  @Test
  void aProcessWithoutOpenVinoEnds() {
    try (Oracle oracle = new Oracle(Path.of("no-such-folder"))) {
      assertThat(oracle.ask(Inquiry.shapes("<net/>", new byte[0])))
          .isInstanceOfSatisfying(
              Answer.Ended.class,
              ended ->
                  assertThat(ended.how())
                      .startsWith("its process ended, exit status 1, saying: Exception in thread")
                      .contains("no-such-folder")
                      .contains(" at io.cleave.openvino.runtime.")
                      .doesNotContain("\n"));
    }
  }

  @Test
  void itIsWhereTheVariableSaysOrInTheCache() {
    Path home = Path.of("home");
    assertThat(OpenVinoHome.folder(Map.of(), home))
        .isEqualTo(home.resolve(".cache/cleave/openvino"));
    assertThat(OpenVinoHome.folder(Map.of("CLEAVE_OPENVINO", "there"), home))
        .isEqualTo(Path.of("there"));
  }

  @Test
  void itIsNotThereWithoutItsLibrary(@TempDir Path folder) throws IOException {
    Path libraries = Files.createDirectories(folder.resolve("openvino/libs"));
    Files.createFile(libraries.resolve("libopenvino.so"));
    assertThat(OpenVinoHome.problem(folder).orElseThrow())
        .startsWith("OpenVINO is not in %s; ".formatted(folder));
    Files.createFile(libraries.resolve("libopenvino_c.so.2641"));
    assertThat(OpenVinoHome.problem(folder)).isEmpty();
  }
}
