package io.cleave.file.format;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.file.Format;
import io.cleave.file.Opened;
import io.cleave.file.SparseFile;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is written is read back as it was, byte for byte, also by the JDK's own zip reader.
class FileLayoutTest {
  @TempDir Path folder = Path.of("");
  @AutoClose private final Arena arena = Arena.ofConfined();

  private static Map.Entry<String, StoredLayout> tensor(
      String name, ElementType type, boolean isFortran, long... shape) {
    return Map.entry(
        name, new StoredLayout(Shape.of(shape), type, isFortran, ByteOrder.LITTLE_ENDIAN));
  }

  private static FileLayout layout(
      Format format, List<Map.Entry<String, StoredLayout>> tensors, Map<String, String> metadata) {
    Map<String, StoredLayout> named = new LinkedHashMap<>();
    tensors.forEach(tensor -> named.put(tensor.getKey(), tensor.getValue()));
    return FileLayout.of(format, named, metadata);
  }

  @Test
  void npzAlignsTheDataWhateverStandsBeforeIt() {
    List<Map.Entry<String, StoredLayout>> tensors = new ArrayList<>();
    for (int i = 1; i < 200; i++) {
      tensors.add(tensor("n".repeat(i), ElementType.U8, false, i * 7L % 64));
    }
    assertThat(layout(Format.NPZ, tensors, Map.of()).data()).allMatch(at -> at % 64 == 0);
  }

  @Test
  void npzHoldsMoreMembersThanSixteenBitsCount() throws IOException {
    List<Map.Entry<String, StoredLayout>> tensors = new ArrayList<>();
    for (int i = 0; i < 70_000; i++) {
      tensors.add(tensor(Integer.toString(i), ElementType.U8, false, 1));
    }
    List<byte[]> data = Collections.nCopies(tensors.size(), new byte[] {1});
    Path path =
        Written.file(folder.resolve("many.npz"), layout(Format.NPZ, tensors, Map.of()), data);
    assertThat(Opened.open(path, arena).tensors()).hasSize(70_000);
    try (ZipFile zip = new ZipFile(path.toFile())) {
      assertThat(zip.size()).isEqualTo(70_000);
    }
  }

  @Test
  void npzHoldsMoreThanFourGibibytes() throws IOException {
    long large = (4L << 30) + 5;
    List<Map.Entry<String, StoredLayout>> tensors =
        List.of(
            tensor("large", ElementType.U8, false, large),
            tensor("after", ElementType.U16, false, 3));
    FileLayout layout = layout(Format.NPZ, tensors, Map.of());
    Path path = Files.write(folder.resolve("large.npz"), new byte[0]);
    assumeTrue(
        SparseFile.extend(path, layout.data().get(1), (byte) 42), "the disk has no room for 4 GiB");
    byte[] after = {1, 2, 3, 4, 5, 6};
    try (FileChannel out = FileChannel.open(path, StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.wrap(after), layout.data().get(1));
      Written.chunks(out, layout.opening());
      Objects.requireNonNull(layout.checksum(1)).update(after);
      Written.chunks(out, layout.ending());
    }
    try (ZipFile zip = new ZipFile(path.toFile())) {
      List<StoredTensor> read = Opened.open(path, arena).tensors();
      assertThat(read.getFirst().layout().shape()).isEqualTo(Shape.of(large));
      assertThat(Written.read(read.getLast(), 6)).isEqualTo(after);
      assertThat(zip.getEntry("large.npy").getSize()).isEqualTo(large + 128);
      assertThat(zip.getInputStream(zip.getEntry("after.npy")).readAllBytes()).endsWith(after);
    }
  }

  @Test
  void safetensorsIsReadBack() throws IOException {
    List<Map.Entry<String, StoredLayout>> tensors =
        List.of(
            tensor("w", ElementType.F32, false, 3, 5),
            tensor("layers/0/\u00fc", ElementType.I64, false),
            tensor("nothing", ElementType.U8, false, 4, 0),
            tensor("flags", ElementType.BOOLEAN, false, 7),
            tensor("b", ElementType.BF16, false, 2, 3),
            tensor("f", ElementType.F4E2M1, false, 3, 2),
            // One column: both orders are the same.
            tensor("g", ElementType.F8E4M3, false, 3, 1));
    List<byte[]> data =
        tensors.stream().map(one -> NpyBytes.data((int) one.getValue().bytes())).toList();
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("z", "last \u20ac");
    metadata.put("a", "");
    FileLayout layout = layout(Format.SAFETENSORS, tensors, metadata);
    Opened file = Opened.open(Written.file(folder.resolve("x"), layout, data), arena);
    assertThat(file.format()).isEqualTo(Format.SAFETENSORS);
    assertThat(List.copyOf(file.metadata().entrySet())).isEqualTo(List.copyOf(metadata.entrySet()));
    assertThat(file.tensors())
        .extracting(read -> Map.entry(read.name(), read.layout()))
        .isEqualTo(tensors);
    for (int i = 0; i < tensors.size(); i++) {
      assertThat(Written.read(file.tensors().get(i), 3)).isEqualTo(data.get(i));
    }
  }

  @Test
  void safetensorsIsWrittenAsItsSpecificationSays() throws IOException {
    List<Map.Entry<String, StoredLayout>> tensors =
        List.of(tensor("a", ElementType.F32, false, 1, 2), tensor("b", ElementType.U8, false));
    Path path =
        Written.file(
            folder.resolve("x.safetensors"),
            layout(Format.SAFETENSORS, tensors, Map.of("k", "v")),
            List.of(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, new byte[] {9}));
    String header =
        "{\"__metadata__\":{\"k\":\"v\"},"
            + "\"a\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[0,8]},"
            + "\"b\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[8,9]}}";
    int padded = (header.length() + 7) / 8 * 8;
    String text =
        (char) padded
            + "\0\0\0\0\0\0\0"
            + header
            + " ".repeat(padded - header.length())
            + "\1\2\3\4\5\6\7\b\t";
    assertThat(Files.readString(path, StandardCharsets.ISO_8859_1)).isEqualTo(text);
  }

  @Test
  void whatAFormatCannotHoldIsRefused() {
    var columns = tensor("x", ElementType.F32, true, 2, 3);
    refused(Format.RAW, List.of(columns), "f32 [2, 3] is in Fortran order, which a .raw file");
    refused(Format.SAFETENSORS, List.of(columns), "write npy or npz, or save it with");
    var odd = tensor("x", ElementType.F4E2M1, false, 3);
    refused(Format.SAFETENSORS, List.of(odd), "does not fill whole bytes");
    var nibbles = tensor("x", ElementType.U4, false, 4);
    refused(Format.SAFETENSORS, List.of(nibbles), "has no type u4; write it as raw bytes");
    var swapped =
        Map.entry("x", new StoredLayout(Shape.of(2), ElementType.F32, false, ByteOrder.BIG_ENDIAN));
    refused(Format.RAW, List.of(swapped), "is big-endian, which a .raw file cannot say");
    var other = tensor("y", ElementType.U4, false, 4);
    refused(Format.NPY, List.of(nibbles, other), "a .npy file holds one tensor, not 2; write");
    refused(Format.RAW, List.of(), "a .raw file holds one tensor, not 0; write");
    var reserved = tensor("__metadata__", ElementType.U8, false, 4);
    refused(Format.SAFETENSORS, List.of(reserved), "can be named __metadata__; give it another");
    for (String name : List.of("../x", "/x", "a/../x", "C:x", "\\x", "a\nb", "a\ud800", "")) {
      var bad = tensor(name, ElementType.U8, false, 4);
      refused(Format.NPZ, List.of(bad), "and no member of an archive can have it; give another");
    }
    var fortranNibbles = tensor("x", ElementType.U4, true, 4, 2);
    refused(Format.NPY, List.of(fortranNibbles), "which packed bytes in a .npy file cannot say");
  }

  private static void refused(
      Format format, List<Map.Entry<String, StoredLayout>> tensors, String problem) {
    refuses(() -> layout(format, tensors, Map.of()), problem);
  }
}
