package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.SafetensorsBytes;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.format.Written;
import io.cleave.file.format.ZipBytes;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How a file's format is told, its tensors are chosen, and the caller's word is taken.
class TensorFileTest {
  private static final byte[] NPY =
      NpyBytes.file(1, NpyBytes.text("<f4", false, 2, 3), NpyBytes.data(24));
  private static final byte[] NPZ = ZipBytes.stored(Map.of("a.npy", NPY));
  private static final byte[] SAFETENSORS =
      SafetensorsBytes.file("{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}", 2);

  @TempDir Path folder = Path.of("");

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static Format format(Path file) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      return Opened.open(file, arena).format();
    }
  }

  @Test
  void aFileIsWhatItBeginsWith() throws IOException {
    for (String name : List.of("x", "x.npy", "x.npz", "x.safetensors", "x.dat")) {
      assertThat(format(write(name, NPY))).isEqualTo(Format.NPY);
      assertThat(format(write(name, NPZ))).isEqualTo(Format.NPZ);
    }
    assertThat(format(write("x", SAFETENSORS))).isEqualTo(Format.SAFETENSORS);
    assertThat(format(write("x.safetensors", SAFETENSORS))).isEqualTo(Format.SAFETENSORS);
  }

  @Test
  void aFileOfBareElementsIsNamedSoOrDescribed() throws IOException {
    ReadOptions reading = ReadOptions.as(ElementType.U8, Shape.of(NPY.length));
    try (Arena arena = Arena.ofConfined()) {
      for (String name : List.of("x.raw", "x.bin", "X.BIN")) {
        assertThat(Opened.open(write(name, NPY), reading, arena).format()).isEqualTo(Format.RAW);
      }
      byte[] bare = {1, 2, 3};
      ReadOptions three = ReadOptions.as(ElementType.U8, Shape.of(3));
      StoredTensor tensor = Opened.open(write("y.dat", bare), three, arena).tensors().getFirst();
      assertThat(tensor.name()).isEqualTo("y");
      assertThat(Written.read(tensor, 2)).isEqualTo(bare);
    }
  }

  @Test
  void saysWhatIsMissingOrDoesNotFit() throws IOException {
    refuses(
        write("x.bin", new byte[12]), ReadOptions.asStored(), "it holds 12 bare bytes; give their");
    refuses(
        write("x.bin", new byte[12]), ReadOptions.as(ElementType.F32), "give their type and shape");
    refuses(
        write("x.bin", new byte[12]),
        ReadOptions.as(ElementType.F32, Shape.of(4)),
        "f32 [4] takes 16 bytes, and the file has 12; give");
    refuses(
        write("x.dat", new byte[12]), ReadOptions.asStored(), "it begins like none of .npy, .npz");
    refuses(write("x.npz", new byte[12]), ReadOptions.asStored(), "the archive has no end");
    refuses(write("x.npy", new byte[12]), ReadOptions.asStored(), "this is no .npy file");
    refuses(folder.resolve("absent.npz"), ReadOptions.asStored(), "it does not exist");
  }

  private static void refuses(Path file, ReadOptions reading, String problem) {
    try (Arena arena = Arena.ofConfined()) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> Opened.open(file, reading, arena).tensors())
          .withMessageStartingWith(file.toString())
          .withMessageContaining(problem);
    }
  }

  @Test
  void theCallersWordIsTakenWhereItFits() throws IOException {
    Path raw = write("v.npy", NpyBytes.file(1, NpyBytes.text("<V2", true, 2, 3), new byte[12]));
    try (Arena arena = Arena.ofConfined()) {
      assertThat(layout(raw, ReadOptions.as(ElementType.BF16), arena))
          .isEqualTo(
              new StoredLayout(Shape.of(2, 3), ElementType.BF16, true, ByteOrder.LITTLE_ENDIAN));
      Path big = write("b.npy", NpyBytes.file(1, NpyBytes.text(">f4", false, 6), new byte[24]));
      assertThat(layout(big, ReadOptions.as(ElementType.I32, Shape.of(2, 3)), arena))
          .isEqualTo(
              new StoredLayout(Shape.of(2, 3), ElementType.I32, false, ByteOrder.BIG_ENDIAN));
      assertThat(
              layout(big, new ReadOptions(null, Shape.of(3, 2), Limits.standard()), arena).type())
          .isEqualTo(ElementType.F32);
      Path little = write("l.npy", NpyBytes.file(1, NpyBytes.text("<f4", false, 6), new byte[24]));
      assertThat(layout(little, ReadOptions.as(ElementType.F16, Shape.of(4, 3)), arena).shape())
          .isEqualTo(Shape.of(4, 3));
      Path packed = write("p.npy", NpyBytes.file(1, NpyBytes.text("|u1", false, 6), new byte[6]));
      assertThat(layout(packed, ReadOptions.as(ElementType.U3, Shape.of(3, 5)), arena).bytes())
          .isEqualTo(6);
      refuses(raw, ReadOptions.asStored(), "give the type, such as bf16");
      refuses(
          raw,
          ReadOptions.as(ElementType.F32),
          "has elements of 16 bits, and f32 has 32; give the");
      refuses(
          raw, ReadOptions.as(ElementType.BF16, Shape.of(6)), "its elements are in Fortran order");
      refuses(
          big,
          ReadOptions.as(ElementType.F16, Shape.of(12)),
          "is big-endian, and its bytes cannot");
      refuses(
          packed, ReadOptions.as(ElementType.U3), "has elements of 8 bits, and u3 has 3; give the");
      refuses(
          packed,
          ReadOptions.as(ElementType.U3, Shape.of(3, 6)),
          "u3 [3, 6] takes 7 bytes, and dtype '|u1' [6] has 6; give");
    }
    Path objects = write("o.npy", NpyBytes.file(1, NpyBytes.text("|O", false, 1), new byte[12]));
    refuses(objects, ReadOptions.as(ElementType.U8), "Python objects as a pickle");
  }

  /// With one long axis at most, or without any element, both orders are the same.
  @Test
  void anotherShapeMayBeGivenWhereTheOrderTellsNothing() throws IOException {
    Path column = write("c.npy", NpyBytes.file(1, NpyBytes.text("<f4", true, 6, 1), new byte[24]));
    Path none = write("n.npy", NpyBytes.file(1, NpyBytes.text("<f4", true, 2, 0, 3)));
    try (Arena arena = Arena.ofConfined()) {
      assertThat(layout(column, new ReadOptions(null, Shape.of(2, 3), Limits.standard()), arena))
          .isEqualTo(
              new StoredLayout(Shape.of(2, 3), ElementType.F32, false, ByteOrder.LITTLE_ENDIAN));
      assertThat(layout(none, new ReadOptions(null, Shape.of(0), Limits.standard()), arena).shape())
          .isEqualTo(Shape.of(0));
    }
  }

  private static StoredLayout layout(Path file, ReadOptions reading, Arena arena)
      throws IOException {
    return Opened.open(file, reading, arena).tensors().getFirst().layout();
  }

  @Test
  void tensorsAreChosenByNameAndPattern() throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    for (String name : List.of("q.0", "q.1", "k.0", "x/q.0", "*", "long")) {
      members.put(name + ".npy", NPY);
    }
    try (Arena arena = Arena.ofConfined()) {
      Opened file = Opened.open(write("x.npz", ZipBytes.stored(members)), arena);
      assertThat(names(file, "k.0")).containsExactly("k.0");
      assertThat(names(file, "q.*")).containsExactly("q.0", "q.1");
      assertThat(names(file, "*q.0", "q.?", "q.0")).containsExactly("q.0", "q.1", "x/q.0");
      assertThat(names(file, "l*n*g")).containsExactly("long");
      assertThat(names(file, "?")).containsExactly("*");
      assertThat(names(file, "*")).hasSize(6);
      assertThat(names(file)).hasSize(6);
      for (String pattern : List.of("z", "q", "q.0?", "l*x*g", "", "*\u001b")) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> file.select(List.of("k.0", pattern)))
            .withMessage(
                "'%s' matches no tensor of %s; it holds q.0, q.1, k.0, x/q.0, *, long",
                pattern.replace('\u001b', '?'), file.file());
      }
    }
  }

  @Test
  @Timeout(10)
  void noPatternTakesForever() throws IOException {
    byte[] zip = ZipBytes.stored(Map.of("a".repeat(20_000) + ".npy", NPY));
    try (Arena arena = Arena.ofConfined()) {
      Opened file = Opened.open(write("x.npz", zip), arena);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> names(file, "*a".repeat(2000) + "b"))
          .withMessageContaining("matches no tensor");
    }
  }

  private static List<String> names(Opened file, String... patterns) throws IOException {
    return file.select(List.of(patterns)).stream().map(StoredTensor::name).toList();
  }

  @Test
  void aFileThatCannotBeMappedIsRefused() throws IOException {
    Path archive = write("x.zip", ZipBytes.stored(Map.of("a.npy", NPY)));
    try (FileSystem zip = FileSystems.newFileSystem(archive)) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> format(zip.getPath("/a.npy")))
          .withMessage(
              "/a.npy: it is not in a file system whose files can be mapped; copy it to one first");
    }
  }
}
