package io.cleave.file.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.TableTest;
import io.cleave.file.Opened;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyReaderTest {
  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void mapsTheData(int version) throws IOException {
    byte[] data = NpyBytes.data(3 * 4 * 2);
    Path file = write(NpyBytes.file(version, NpyBytes.text(">u2", true, 3, 4), data));
    StoredTensor tensor = Opened.first(file);
    assertThat(tensor.layout())
        .isEqualTo(new StoredLayout(Shape.of(3, 4), ElementType.U16, true, ByteOrder.BIG_ENDIAN));
    assertThat(tensor.data().offset()).isEqualTo(Files.size(file) - data.length);
    assertThat(Written.read(tensor, 5)).isEqualTo(data);
  }

  @TableTest(
      """
      ''    | 4
      1     | 4
      0     | 0
      3,0,5 | 0
      0,9223372036854775807,9223372036854775807 | 0
      """)
  void mapsScalarsAndNothing(Shape shape, int bytes) throws IOException {
    String header = NpyBytes.text("<f4", false, shape.extents());
    StoredTensor tensor = Opened.first(write(NpyBytes.file(1, header, new byte[bytes])));
    assertThat(tensor.layout().shape()).isEqualTo(shape);
    assertThat(tensor.data().size()).isEqualTo(bytes);
  }

  @Test
  void leavesBytesAfterTheDataAlone() throws IOException {
    Path file = write(NpyBytes.file(1, NpyBytes.text("|u1", false, 3), NpyBytes.data(9)));
    assertThat(Opened.first(file).data().size()).isEqualTo(3);
  }

  @Test
  void readsAHeaderOfTheLongestLength() throws IOException {
    String text = NpyBytes.text("|u1", false, 1);
    String padded = text + " ".repeat((1 << 20) - text.length());
    Path file = write(NpyBytes.file(2, padded, (byte) 1));
    assertThat(Opened.first(file).data().size()).isEqualTo(1);
    refuses(NpyBytes.file(2, padded + " ", (byte) 1), "the header claims 1048577 bytes, more than");
  }

  static Stream<Arguments> malformed() {
    byte[] good = NpyBytes.file(1, NpyBytes.text("<f4", false, 2), new byte[8]);
    byte[] future = good.clone();
    future[6] = 4;
    byte[] minor = good.clone();
    minor[7] = 1;
    byte[] giant = NpyBytes.file(2, NpyBytes.text("<f4", false, 2));
    Arrays.fill(giant, 8, 12, (byte) 0xff);
    byte[] latin = NpyBytes.file(3, "{'d", (byte) 0);
    latin[12] = (byte) 0xff;
    return Stream.of(
        Arguments.of(new byte[0], "no .npy file, since it is empty; save the data with numpy.save"),
        Arguments.of(new byte[] {1}, "since it begins with the bytes 01;"),
        Arguments.of(
            new byte[] {'G', 'I', 'F', '8', 0, 0, 0, 0, 0},
            "with the bytes 47 49 46 38 00 00 00 00;"),
        Arguments.of(Arrays.copyOf(good, 4), "ends after 4 bytes, within its header of 8 or more"),
        Arguments.of(Arrays.copyOf(good, 9), "ends after 9 bytes, within its header of 10 or more"),
        Arguments.of(Arrays.copyOf(good, 20), "the file ends after 20 bytes, within its header of"),
        Arguments.of(future, "version 4.0 of .npy is none of 1.0, 2.0 and 3.0"),
        Arguments.of(minor, "version 1.1 of .npy is none of"),
        Arguments.of(giant, "the header claims 4294967295 bytes, more than the 1048576"),
        Arguments.of(latin, "the header is no UTF-8 text"),
        Arguments.of(
            Arrays.copyOf(good, good.length - 1),
            "dtype '<f4' [2] takes 8 bytes of data, and the file has 7;"),
        data("<f4", "takes 24 bytes of data, and the file has 0", 2, 3),
        data("<f8", "takes 8000000000000 bytes of data, and the file has 0", 1_000_000_000_000L),
        data("<f4", "has the extent -3; an extent must be 0 or more", 2, -3),
        data("<f4", "has more than 9223372036854775807 elements", 1L << 32, 1L << 32),
        data("<f8", "take more than 9223372036854775807 bits", 1L << 60),
        data("|O", "dtype '|O' holds Python objects as a pickle", 2));
  }

  private static Arguments data(String descr, String problem, long... shape) {
    return Arguments.of(NpyBytes.file(1, NpyBytes.text(descr, false, shape)), problem);
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void refusesWhatIsMalformed(byte[] bytes, String problem) throws IOException {
    refuses(bytes, problem);
  }

  @Test
  void refusesWhatIsNoFile() throws IOException {
    refuses(
        folder.resolve("absent.npy"),
        "does not exist, or its folder may not be read; check the name");
    refuses(folder, "is a folder; give a file");
    Path link = Files.createSymbolicLink(folder.resolve("link.npy"), folder.resolve("absent"));
    refuses(link, "does not exist");
  }

  @Test
  @Timeout(20)
  void refusesAPipeWithoutWaitingForItsWriter() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "mkfifo is not installed");
    Path pipe = folder.resolve("pipe.npy");
    Process mkfifo = new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start();
    assertThat(mkfifo.waitFor(10, TimeUnit.SECONDS)).isTrue();
    refuses(pipe, "is not a regular file and cannot be mapped");
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("data.npy"), bytes);
  }

  private void refuses(byte[] bytes, String problem) throws IOException {
    refuses(write(bytes), problem);
  }

  private static void refuses(Path file, String problem) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Opened.first(file))
        .withMessageStartingWith(file.toString())
        .withMessageContaining(problem)
        .withMessageContaining("; ");
  }
}
