package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.Tensor;
import io.cleave.conformance.NaiveSplit;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.format.FileLayout;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.format.Written;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.OutputFolder;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Files of several tensors, in and out.
class SplitFormatsTest {
  private static final Map<String, String> METADATA = Map.of("format", "pt");
  private static final long[] WIDE = {4, 6, 5};
  private static final long[] FLAT = {3, 10};

  @TempDir Path folder = Path.of("");
  @AutoClose private final Arena arena = Arena.ofShared();
  private final byte[] wide = NpyBytes.data(4 * 6 * 5 * 4);
  private final byte[] flat = NpyBytes.data(3 * 10 * 2);

  private Path model(Format format) throws IOException {
    Map<String, StoredLayout> tensors = new LinkedHashMap<>();
    tensors.put("layers/0.w", StoredLayout.plain(ElementType.F32, Shape.of(WIDE)));
    tensors.put("b", StoredLayout.plain(ElementType.I16, Shape.of(FLAT)));
    FileLayout container = FileLayout.of(format, tensors, METADATA);
    return Written.file(folder.resolve("model." + format), container, List.of(wide, flat));
  }

  private List<WrittenPart> split(
      Path input, @Nullable Format format, boolean arrangement, boolean packing, String... only)
      throws IOException {
    Target target =
        Target.in(folder.resolve("out"))
            .named(List.of("l", "r"))
            .as(format)
            .bundled(arrangement)
            .deflated(packing);
    SplitJob job =
        new SplitJob(
            input,
            ReadOptions.asStored(),
            List.of(only),
            data -> SplitPlan.of(data, 1, Cut.byLengths(2, -1)),
            target);
    try (var splitter = CpuSplitter.open()) {
      return new FileSplitter(splitter).verifying(true).write(job);
    }
  }

  private Opened opened(String file) throws IOException {
    return Opened.open(folder.resolve("out").resolve(file), arena);
  }

  private Map<String, ByteBuffer> read(String file) throws IOException {
    Map<String, ByteBuffer> tensors = new LinkedHashMap<>();
    for (StoredTensor tensor : opened(file).tensors()) {
      tensors.put(tensor.name(), ByteBuffer.wrap(Written.read(tensor, 1000)));
    }
    return tensors;
  }

  private ByteBuffer wide(int part) {
    return ByteBuffer.wrap(part(wide, ElementType.F32, part, WIDE));
  }

  private ByteBuffer flat(int part) {
    return ByteBuffer.wrap(part(flat, ElementType.I16, part, FLAT));
  }

  private static byte[] part(byte[] data, ElementType type, int index, long... shape) {
    long length = index == 0 ? 2 : shape[1] - 2;
    NaiveSplit oracle = new NaiveSplit(Shape.of(shape), 1, length);
    return oracle.split(MemorySegment.ofArray(data), type, 2L * index).getFirst();
  }

  @ParameterizedTest
  @EnumSource(names = {"NPZ", "SAFETENSORS"})
  void aFileForEachPartHoldsThatPartOfEveryTensor(Format format) throws IOException {
    List<WrittenPart> parts = split(model(format), format, false, false);
    assertThat(parts)
        .extracting(WrittenPart::name)
        .containsExactly("layers/0.w", "layers/0.w", "b", "b");
    for (int i = 0; i < 2; i++) {
      assertThat(read("model." + "lr".charAt(i) + "." + format))
          .isEqualTo(Map.of("layers/0.w", wide(i), "b", flat(i)));
    }
    assertThat(opened("model.r." + format).metadata())
        .isEqualTo(format == Format.SAFETENSORS ? METADATA : Map.of());
  }

  @ParameterizedTest
  @EnumSource(names = {"NPZ", "SAFETENSORS"})
  void aBundleHoldsAll(Format format) throws IOException {
    split(model(Format.NPZ), format, true, false);
    checkBundle("model." + format);
  }

  private void checkBundle(String file) throws IOException {
    assertThat(read(file))
        .isEqualTo(
            Map.of(
                "layers/0.w.l", wide(0), "layers/0.w.r", wide(1), "b.l", flat(0), "b.r", flat(1)));
  }

  @Test
  void aBundleIsCompressed() throws IOException {
    split(model(Format.SAFETENSORS), Format.NPZ, true, true);
    checkBundle("model.npz");
    assertThat(opened("model.npz").tensors()).allMatch(tensor -> tensor.data().isDeflated());
    assertThat(folder.resolve("out").toFile().list()).containsExactly("model.npz");
    // And what is compressed can be split again.
    Files.move(folder.resolve("out/model.npz"), folder.resolve("again.npz"));
    split(folder.resolve("again.npz"), Format.RAW, false, false, "b.r");
    assertThat(folder.resolve("out/b.r.l.raw"))
        .hasBinaryContent(part(flat(1).array(), ElementType.I16, 0, 3, 8));
  }

  /// NumPy has bytes for them, but no types.
  @ParameterizedTest
  @EnumSource(names = {"BF16", "F8E4M3", "F8E5M2", "F8E8M0"})
  void typesThatNumPyLacksAreCompressedAndChecked(ElementType type) throws IOException {
    byte[] data = NpyBytes.data((int) type.bytes(12));
    Path input =
        Written.file(
            folder.resolve("odd.safetensors"),
            FileLayout.of(
                Format.SAFETENSORS,
                Map.of("t", StoredLayout.plain(type, Shape.of(3, 4))),
                METADATA),
            List.of(data));
    split(input, Format.NPZ, true, true);
    Path made = folder.resolve("out/odd.npz");
    StoredTensor first =
        Opened.open(made, ReadOptions.as(type, null), arena).select(List.of("t.l")).getFirst();
    assertThat(first.data().isDeflated()).isTrue();
    assertThat(Written.read(first, 100)).isEqualTo(part(data, type, 0, 3, 4));
  }

  @ParameterizedTest
  @EnumSource(names = {"NPZ", "SAFETENSORS"})
  void filesOfOneTensorAreNamedAfterIt(Format format) throws IOException {
    Path model = model(format);
    Format npy = format == Format.NPZ ? null : Format.NPY;
    assertThat(split(model, npy, false, false, "lay*"))
        .extracting(WrittenPart::tensor)
        .containsExactly("layers/0.w", "layers/0.w");
    split(model, Format.NPY, false, false, "b");
    assertThat(folder.resolve("out").toFile().list())
        .containsExactlyInAnyOrder(
            "layers%2F0.w.l.npy", "layers%2F0.w.r.npy", "b.l.npy", "b.r.npy");
    assertThat(read("layers%2F0.w.r.npy").values()).containsExactly(wide(1));
  }

  @Test
  void wholeTensorsAreWrittenTogether() throws IOException {
    float[] numbers = {1, 2, 3};
    var tensor = new Tensor(ElementType.F32, Shape.of(3), MemorySegment.ofArray(numbers));
    Path out = folder.resolve("out");
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("sum/0", tensor);
    tensors.put("b", tensor);
    List<Path> files = new OutputFolder(out, false, false).write(Format.NPY, tensors);
    assertThat(files).containsExactly(out.resolve("sum%2F0.npy"), out.resolve("b.npy"));
    assertThat(read("sum%2F0.npy").values())
        .containsExactly(ByteBuffer.wrap(tensor.data().toArray(ValueLayout.JAVA_BYTE)));
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> new OutputFolder(out, false, false).write(Format.NPY, tensors))
        .withMessageContaining("is there already");
    assertThat(new OutputFolder(out, true, false).write(Format.NPZ, tensors)).hasSize(2);
    assertThat(out.toFile().list()).hasSize(4);
  }
}
