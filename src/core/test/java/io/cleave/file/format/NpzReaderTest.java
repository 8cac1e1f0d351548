package io.cleave.file.format;

import static io.cleave.file.format.Members.FLOATS;
import static io.cleave.file.format.Members.two;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.file.MalformedFileException;
import io.cleave.file.Opened;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Archives that the JDK wrote, whole and damaged.
class NpzReaderTest {
  @TempDir Path folder = Path.of("");
  @AutoClose private final Arena arena = Arena.ofConfined();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsWhatTheJdkWrote(boolean stored) throws IOException {
    byte[] zip = stored ? ZipBytes.stored(two()) : ZipBytes.deflated(two());
    Opened file = Opened.open(write(zip), arena);
    List<StoredTensor> tensors = file.tensors();
    assertThat(file.entries()).extracting(Entry::name).containsExactly("a", "b");
    assertThat(tensors.getFirst().data().isDeflated()).isEqualTo(!stored);
    assertThat(tensors.getFirst().layout().shape()).isEqualTo(Shape.of(2, 3));
    assertThat(tensors.getLast().layout().type()).isEqualTo(ElementType.I16);
    assertThat(tensors.getLast().layout().isFortran()).isTrue();
    for (int piece : new int[] {1, 24, 1000, 70_001, 140_000}) {
      assertThat(Written.read(tensors.getFirst(), Math.min(piece, 24)))
          .isEqualTo(NpyBytes.data(24));
      assertThat(Written.read(tensors.getLast(), Math.max(piece, 24)))
          .isEqualTo(NpyBytes.data(140_000));
    }
  }

  @Test
  void refusesWhatCannotBeSplitOnlyWhenItIsChosen() throws IOException {
    Map<String, byte[]> members = two();
    members.put("o.npy", NpyBytes.file(1, NpyBytes.text("|O", false, 2), new byte[40]));
    members.put(
        "r.npy",
        NpyBytes.file(
            1, "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': ()}", new byte[4]));
    members.put("short.npy", Arrays.copyOf(FLOATS, FLOATS.length - 1));
    members.put("long.npy", Arrays.copyOf(FLOATS, FLOATS.length + 1));
    members.put("none.npy", new byte[0]);
    for (byte[] zip : List.of(ZipBytes.stored(members), ZipBytes.deflated(members))) {
      Opened file = Opened.open(write(zip), arena);
      assertThat(file.select(List.of("a", "b"))).hasSize(2);
      refuses(file, "o", "holds Python objects as a pickle");
      refuses(file, "r", "has fields and cannot be split");
      refuses(file, "short", "takes 24 bytes of data, and there are 23");
      refuses(file, "long", "takes 24 bytes of data, and there are 25");
      refuses(file, "none", "this is no .npy file, since it is empty");
    }
  }

  private static void refuses(Opened file, String name, String problem) {
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(() -> file.select(List.of(name)))
        .withMessageStartingWith("%s: the tensor '%s' cannot be split: ", file.file(), name)
        .withMessageContaining(problem);
  }

  @Test
  void refusesDamagedDataWhenItIsRead() throws IOException {
    byte[] packed = ZipBytes.deflated(two());
    int second = ZipBytes.find(packed, ZipBytes.LOCAL, 1);
    byte[] damaged = packed.clone();
    damaged[second + 1000] ^= 4;
    damaged(damaged, "");
    damaged(
        ZipBytes.with32(packed, ZipBytes.CENTRAL, 1, 16, 7), "instead of 00000007; copy or save");
  }

  private void damaged(byte[] zip, String problem) throws IOException {
    Path file = write(zip);
    Opened opened = Opened.open(file, arena);
    assertThat(Written.read(opened.tensors().getFirst(), 24)).hasSize(24);
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(() -> Written.read(opened.tensors().getLast(), 1000))
        .withMessageStartingWith(file + ": the tensor 'b': its ")
        .withMessageContaining("data")
        .withMessageContaining(problem);
  }

  @Test
  void refusesAMemberThatUnpacksToAnotherSize() throws IOException {
    // The header says 24 bytes, the directory says so, and the data is shorter, or longer.
    for (int change : new int[] {-1, 1}) {
      byte[] zip =
          ZipBytes.deflated(Map.of("b.npy", Arrays.copyOf(FLOATS, FLOATS.length + change)));
      zip = ZipBytes.with32(zip, ZipBytes.CENTRAL, 0, 24, FLOATS.length);
      StoredTensor tensor = Opened.open(write(zip), arena).tensors().getFirst();
      assertThatExceptionOfType(MalformedFileException.class)
          .isThrownBy(() -> Written.read(tensor, 24))
          .withMessageContaining(
              change < 0
                  ? "unpacks to %s bytes and not to the %s that it claims"
                      .formatted(FLOATS.length - 1, FLOATS.length)
                  : "unpacks to more than the %s bytes that it claims".formatted(FLOATS.length));
    }
  }

  @Test
  @Timeout(10)
  void aBombIsNotUnpackedToBeRefused() throws IOException {
    // A thousand to one: the header claims less than that.
    byte[] bomb = Arrays.copyOf(FLOATS, 200 << 20);
    byte[] zip = ZipBytes.deflated(Map.of("a.npy", bomb));
    assertThat(zip).hasSizeLessThan(1 << 20);
    refuses(Opened.open(write(zip), arena), "a", "takes 24 bytes of data, and there are ");
  }

  private Path write(byte[] zip) throws IOException {
    return Files.write(folder.resolve("data.npz"), zip);
  }
}
