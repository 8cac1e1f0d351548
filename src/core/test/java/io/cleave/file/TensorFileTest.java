package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.Refusal;
import io.cleave.TableTest;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.SafetensorsBytes;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.format.Written;
import io.cleave.file.format.ZipBytes;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
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
  @AutoClose private final Arena arena = Arena.ofConfined();

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private Format format(Path file) throws IOException {
    return Opened.open(file, arena).format();
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
    for (String name : List.of("x.raw", "x.bin", "X.BIN")) {
      assertThat(Opened.open(write(name, NPY), reading, arena).format()).isEqualTo(Format.RAW);
    }
    byte[] bare = {1, 2, 3};
    ReadOptions three = ReadOptions.as(ElementType.U8, Shape.of(3));
    StoredTensor tensor = Opened.open(write("y.dat", bare), three, arena).tensors().getFirst();
    assertThat(tensor.name()).isEqualTo("y");
    assertThat(Written.read(tensor, 2)).isEqualTo(bare);
  }

  @TableTest(
      """
      x.bin |     |   | it holds 12 bare bytes; give their
      x.bin | F32 |   | give their type and shape
      x.bin | F32 | 4 | f32 [4] takes 16 bytes, and the file has 12; give
      x.dat |     |   | it begins like none of .npy, .npz
      x.dat | U8  |   | it begins like none of .npy, .npz and .safetensors
      x.npz |     |   | the archive has no end
      x.npy |     |   | this is no .npy file
      """)
  void saysWhatIsMissingOrDoesNotFit(
      String name, @Nullable ElementType type, @Nullable Shape shape, String problem)
      throws IOException {
    Path file = write(name, new byte[12]);
    refuses(file, new ReadOptions(type, shape, Limits.standard()), problem);
  }

  private void refuses(Path file, ReadOptions reading, String problem) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Opened.open(file, reading, arena).tensors())
        .withMessageStartingWith(file.toString())
        .withMessageContaining(problem);
  }

  /// A file read in another type or shape. C and Fortran order are the same if at most one axis is
  /// longer than 1, or if there are no elements.
  @TableTest(
      """
      <V2 | true  | 2,3   | BF16 |     | shape=[2, 3], type=bf16, isFortran=true, byteOrder=LITTLE_ENDIAN
      >f4 | false | 6     | I32  | 2,3 | shape=[2, 3], type=i32, isFortran=false, byteOrder=BIG_ENDIAN
      >f4 | false | 6     |      | 3,2 | shape=[3, 2], type=f32, isFortran=false, byteOrder=BIG_ENDIAN
      <f4 | false | 6     | F16  | 4,3 | shape=[4, 3], type=f16, isFortran=false, byteOrder=LITTLE_ENDIAN
      <u1 | false | 6     | U3   | 3,5 | shape=[3, 5], type=u3, isFortran=false, byteOrder=LITTLE_ENDIAN
      <f4 | true  | 6,1   |      | 2,3 | shape=[2, 3], type=f32, isFortran=false, byteOrder=LITTLE_ENDIAN
      <f4 | true  | 2,0,3 |      | 0   | shape=[0], type=f32, isFortran=false, byteOrder=LITTLE_ENDIAN
      <V2 | true  | 2,3   |      |     | give the type, such as bf16
      <V2 | true  | 2,3   | F32  |     | has elements of 16 bits, and f32 has 32; give the
      <V2 | true  | 2,3   | BF16 | 6   | its elements are in Fortran order
      >f4 | false | 6     | F16  | 12  | is big-endian, and its bytes cannot
      <u1 | false | 6     | U3   |     | has elements of 8 bits, and u3 has 3; give the
      <u1 | false | 6     | U3   | 3,6 | u3 [3, 6] takes 7 bytes, and dtype '<u1' [6] has 6; give
      O   | false | 1     | U8   |     | Python objects as a pickle
      """)
  void theCallersWordIsTakenWhereItFits(
      String descr,
      boolean isFortran,
      Shape stored,
      @Nullable ElementType type,
      @Nullable Shape shape,
      String result)
      throws IOException {
    String header = NpyBytes.text(descr, isFortran, stored.extents());
    Path file = write("x.npy", NpyBytes.file(1, header, new byte[24]));
    ReadOptions reading = new ReadOptions(type, shape, Limits.standard());
    if (result.startsWith("shape=")) {
      assertThat(Opened.open(file, reading, arena).tensors().getFirst().layout())
          .hasToString("StoredLayout[%s]".formatted(result));
    } else {
      refuses(file, reading, result);
    }
  }

  @Test
  void tensorsAreChosenByNameAndPattern() throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    for (String name : List.of("q.0", "q.1", "k.0", "x/q.0", "*", "long", "a", "b", "c")) {
      members.put(name + ".npy", NPY);
    }
    Opened file = Opened.open(write("x.npz", ZipBytes.stored(members)), arena);
    assertThat(names(file, "k.0")).containsExactly("k.0");
    assertThat(names(file, "q.*")).containsExactly("q.0", "q.1");
    assertThat(names(file, "*q.0", "q.?", "q.0")).containsExactly("q.0", "q.1", "x/q.0");
    assertThat(names(file, "l*n*g", "x**")).containsExactly("x/q.0", "long");
    assertThat(names(file, "?")).containsExactly("*", "a", "b", "c");
    assertThat(names(file, "*")).hasSize(9).isEqualTo(names(file));
    for (String pattern : List.of("z", "q", "q.0?", "l*x*g", "", "*\u001b")) {
      Refusal.refuses(
          () -> file.select(List.of("k.0", pattern)),
          "'%s' matches no tensor of %s; it holds q.0, q.1, k.0, x/q.0, *, long, a, b and 1 more"
              .formatted(pattern.replace('\u001b', '?'), file.file()));
    }
    Path empty = write("x", SafetensorsBytes.file("{}", 0));
    Refusal.refuses(() -> Opened.open(empty, arena).select(List.of("x")), "; it holds none");
  }

  @Test
  @Timeout(10)
  void noPatternTakesForever() throws IOException {
    byte[] zip = ZipBytes.stored(Map.of("a".repeat(20_000) + ".npy", NPY));
    Opened file = Opened.open(write("x.npz", zip), arena);
    Refusal.refuses(() -> names(file, "*a".repeat(2000) + "b"), "matches no tensor");
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
