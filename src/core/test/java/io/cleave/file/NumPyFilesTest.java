package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.file.format.FileLayout;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.format.Written;
import io.cleave.file.io.Compressed;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// NumPy writes archives that are read, and reads those that are written.
@Timeout(300)
class NumPyFilesTest {
  /// Every array, and beside it its bytes in file order.
  private static final String WRITE =
      """
      import sys, zipfile, numpy as np
      folder = sys.argv[1]
      rng = np.random.default_rng(7)
      arrays = {}
      for code in 'b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8'.split():
          for sign in '<>':
              for order in 'CF':
                  for k, shape in enumerate([(4, 5), (), (0, 3), (200, 3, 2)]):
                      n = int(np.prod(shape)) * np.dtype(code).itemsize
                      raw = rng.integers(0, 2 if code == 'b1' else 256, n, dtype='u1')
                      a = raw.view(sign + code).reshape(shape, order=order)
                      arrays[f'{code}/{"l" if sign == "<" else "b"}{order}{k}'] = a
      np.savez(folder + '/stored.npz', **arrays)
      np.savez_compressed(folder + '/packed.npz', **arrays)
      for name, method in ('forced', zipfile.ZIP_STORED), ('forcedpacked', zipfile.ZIP_DEFLATED):
          with zipfile.ZipFile(f'{folder}/{name}.npz', 'w', method) as z:
              for i, (key, a) in enumerate(arrays.items()):
                  with z.open(key + '.npy', 'w', force_zip64=True) as f:
                      np.lib.format.write_array(f, a, (1 + i % 3, 0))
      with open(folder + '/expected', 'w') as f:
          for key, a in arrays.items():
              order = 'F' if a.flags.f_contiguous and not a.flags.c_contiguous else 'C'
              shape = ','.join(map(str, a.shape))
              print(key, a.dtype.str, order, shape + ';', a.tobytes('A').hex(), file=f)
      """;

  private static final String READ =
      """
      import sys, zipfile, numpy as np
      for name in sys.argv[2:]:
          assert zipfile.ZipFile(f'{sys.argv[1]}/{name}').testzip() is None
          z = np.load(f'{sys.argv[1]}/{name}')
          for key in z.files:
              a = z[key]
              order = 'F' if a.flags.f_contiguous and not a.flags.c_contiguous else 'C'
              shape = ','.join(map(str, a.shape))
              print(key, a.dtype.str, order, shape + ';', a.tobytes('A').hex())
      """;

  @TempDir Path folder = Path.of("");

  @BeforeEach
  void requireNumPy() {
    NumPy.require();
  }

  @Test
  void readsWhatNumPyWrote() throws IOException {
    assertThat(NumPy.run(WRITE, folder.toString())).isEmpty();
    List<String> expected = Files.readAllLines(folder.resolve("expected"));
    assertThat(expected).hasSize(12 * 2 * 2 * 4);
    for (String name : List.of("stored", "packed", "forced", "forcedpacked")) {
      assertThat(described(folder.resolve(name + ".npz"))).as(name).isEqualTo(expected);
    }
  }

  private static List<String> described(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      for (StoredTensor tensor : Opened.open(file, arena).tensors()) {
        lines.add(describe(tensor.name(), tensor.layout(), Written.read(tensor, 1000)));
      }
    }
    return lines;
  }

  private static String describe(String name, StoredLayout layout, byte[] data) {
    String sign =
        layout.type().bits() == 8 ? "|" : layout.byteOrder() == ByteOrder.BIG_ENDIAN ? ">" : "<";
    String shape =
        String.join(",", Arrays.stream(layout.shape().extents()).mapToObj(Long::toString).toList());
    return "%s %s%s %s %s; %s"
        .formatted(
            name,
            sign,
            code(layout.type()),
            layout.isRowMajor() ? "C" : "F",
            shape,
            HexFormat.of().formatHex(data));
  }

  /// NumPy's letter for the kind of a type, and its bytes.
  private static String code(ElementType type) {
    return Character.toLowerCase(type.name().charAt(0)) + "" + type.bits() / Byte.SIZE;
  }

  private static final List<StoredLayout> TENSORS =
      Stream.of("boolean i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64".split(" "))
          .map(ElementType::parse)
          .flatMap(
              type ->
                  Stream.of(
                      tensor(type, false, 2, 3),
                      tensor(type, true, 20, 3, 2),
                      tensor(type, false),
                      tensor(type, false, 5, 0)))
          .toList();

  private static StoredLayout tensor(ElementType type, boolean isFortran, long... shape) {
    return new StoredLayout(Shape.of(shape), type, isFortran, ByteOrder.LITTLE_ENDIAN);
  }

  private static String name(StoredLayout one) {
    return "%s/\u00fc.%s.%s".formatted(one.type(), one.isFortran() ? "F" : "C", one.shape());
  }

  private static FileLayout layout(Format format, List<StoredLayout> tensors) {
    Map<String, StoredLayout> named = new LinkedHashMap<>();
    tensors.forEach(tensor -> named.put(name(tensor), tensor));
    return FileLayout.of(format, named, Map.of());
  }

  private static byte[] data(StoredLayout tensor) {
    byte[] data = new byte[(int) tensor.bytes()];
    if (tensor.type() != ElementType.BOOLEAN) {
      System.arraycopy(NpyBytes.data(data.length), 0, data, 0, data.length);
    }
    return data;
  }

  @Test
  void numPyReadsWhatIsWritten() throws IOException {
    List<byte[]> data = TENSORS.stream().map(NumPyFilesTest::data).toList();
    Path stored = Written.file(folder.resolve("x.npz"), layout(Format.NPZ, TENSORS), data);
    Compressed.archive(stored, folder.resolve("y.npz"), TENSORS.size());
    List<String> expected =
        TENSORS.stream().map(one -> describe(name(one), one, data(one))).toList();
    for (String name : List.of("x.npz", "y.npz")) {
      assertThat(
              NumPy.run(
                      "import sys; sys.stdout.reconfigure(encoding='utf8')\n" + READ,
                      folder.toString(),
                      name)
                  .lines())
          .as(name)
          .containsExactlyElementsOf(expected);
    }
  }

  /// Versions that leave no room for a growing axis write other blanks.
  @Test
  void npyFilesAreThoseOfNumPy() throws IOException {
    for (int i = 0; i < TENSORS.size(); i++) {
      FileLayout layout = layout(Format.NPY, List.of(TENSORS.get(i)));
      Written.file(folder.resolve(i + ".npy"), layout, List.of(data(TENSORS.get(i))));
    }
    assertThat(
            NumPy.run(
                """
                import sys, io, numpy as np
                for i in range(int(sys.argv[2])):
                    file = f'{sys.argv[1]}/{i}.npy'
                    a, saved = np.load(file, mmap_mode='r' if i % 4 < 2 else None), io.BytesIO()
                    np.save(saved, a)
                    if hasattr(np.lib.format, 'GROWTH_AXIS_MAX_DIGITS'):
                        if saved.getvalue() != open(file, 'rb').read():
                            print(i, a.dtype, a.shape)
                """,
                folder.toString(), "" + TENSORS.size()))
        .isEmpty();
  }

  @Test
  void numPySeesTypesThatItLacksAsBytes() throws IOException {
    List<StoredLayout> tensors =
        List.of(
            tensor(ElementType.BF16, true, 4, 3),
            tensor(ElementType.F8E5M2, false, 4),
            tensor(ElementType.U3, false, 3, 5));
    List<byte[]> data = tensors.stream().map(NumPyFilesTest::data).toList();
    Written.file(folder.resolve("x.npz"), layout(Format.NPZ, tensors), data);
    assertThat(
            NumPy.run(
                """
                import sys, numpy as np
                for a in np.load(sys.argv[1]).values():
                    print(a.dtype.str, a.shape, a.flags.f_contiguous, a.tobytes('A').hex())
                """,
                folder.resolve("x.npz").toString()))
        .isEqualTo(
            """
            |V2 (4, 3) True %s
            |V1 (4,) True %s
            |u1 (6,) True %s
            """
                .formatted(data.stream().map(HexFormat.of()::formatHex).toArray()));
  }
}
