package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.cleave.RandomTest;
import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.conformance.PlainSplitter;
import io.cleave.convert.RandomRules;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.ZipBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Plans of every kind on files of every kind, in windows of any size. The oracle is the same plan
/// in memory.
class FilePlansTest {
  /// Rows that are giants, of which some do not fit, and that all fit.
  private static final long[] WINDOWS = {1, 24, 100, 400, 1 << 16};

  private static final List<ElementType> TYPES =
      List.copyOf(EnumSet.complementOf(EnumSet.of(ElementType.STRING)));

  private static final Set<ElementType> RAW_BYTES =
      EnumSet.of(ElementType.BF16, ElementType.F8E4M3, ElementType.F8E5M2, ElementType.F8E8M0);

  @TempDir Path folder = Path.of("");

  /// A file, how it is read, and what it holds.
  private record Input(Path file, ReadOptions options, Layout data, boolean isFortran) {}

  @RandomTest(gate = 200, thorough = 5000)
  void aFileIsSplitAsMemoryIs(long seed) throws IOException {
    Random random = new Random(seed);
    ElementType type = TYPES.get(random.nextInt(TYPES.size()));
    long[] shape = random.ints(1 + random.nextInt(4), 1, 9).asLongStream().toArray();
    check(input(type, shape, random), random);
  }

  private Input input(ElementType type, long[] shape, Random random) throws IOException {
    Layout layout = Layout.of(type, shape);
    byte[] data = new byte[(int) layout.bytes()];
    random.nextBytes(data);
    ReadOptions options = ReadOptions.as(type, layout.shape());
    if (type.isSubByte() && random.nextBoolean()) {
      byte[] packed = NpyBytes.file(1, NpyBytes.text("|u1", false, data.length), data);
      byte[] zip = ZipBytes.deflated(Map.of("x.npy", packed));
      return new Input(Files.write(folder.resolve("x.npz"), zip), options, layout, false);
    }
    if (type.isSubByte() || RAW_BYTES.contains(type)) {
      return new Input(Files.write(folder.resolve("x.raw"), data), options, layout, false);
    }
    boolean isFortran = random.nextBoolean();
    String letter =
        type == ElementType.BOOLEAN ? "b" : type.name().substring(0, 1).toLowerCase(Locale.ROOT);
    String descr = (random.nextBoolean() ? ">" : "<") + letter + type.bits() / Byte.SIZE;
    byte[] array = NpyBytes.file(1, NpyBytes.text(descr, isFortran, shape), data);
    Path file =
        random.nextBoolean()
            ? Files.write(folder.resolve("x.npy"), array)
            : Files.write(folder.resolve("x.npz"), ZipBytes.deflated(Map.of("x.npy", array)));
    return new Input(file, ReadOptions.asStored(), layout, isFortran);
  }

  private void check(Input input, Random random) throws IOException {
    SplitPlan plan = plan(input, random);
    List<byte[]> expected = inMemory(input, plan);
    ElementType made = plan.partType();
    Format format = random.nextBoolean() && !made.isSubByte() ? Format.NPZ : Format.NPY;
    if (made.isSubByte() && input.isFortran()) {
      return;
    }
    for (long window : WINDOWS) {
      List<WrittenPart> written = split(input, plan, format, window);
      for (int i = 0; i < expected.size(); i++) {
        Part part = plan.part(i);
        WrittenPart one = written.get(i);
        assertThat(one.bytes()).isEqualTo(expected.get(i).length);
        assertThat(one.shape()).isEqualTo(part.shape());
        ReadOptions options = ReadOptions.as(made, made.isSubByte() ? part.shape() : null);
        assertThat(bytes(one.file(), options))
            .as("part %s of %s in windows of %s, %s", i, plan, window, input)
            .isEqualTo(expected.get(i));
        if (format == Format.NPZ) {
          requireIntact(one.file());
        }
      }
    }
  }

  private static SplitPlan plan(Input input, Random random) {
    Layout data = input.data;
    int rank = data.shape().rank();
    int axis = random.nextInt(rank);
    boolean isCropped = random.nextInt(3) == 0 && !data.type().isSubByte();
    // Only axes that are no farther inside than the cut one may be cropped, in both orders.
    for (int i = input.isFortran ? axis : 0; isCropped && i <= axis; i++) {
      long from = random.nextLong(data.shape().extent(i));
      data = data.cropped(i, from, 1 + random.nextLong(data.shape().extent(i) - from));
    }
    long extent = data.shape().extent(axis);
    boolean areEqual = random.nextBoolean();
    Cut cut =
        areEqual
            ? Cut.intoEqualParts(random.nextBoolean() ? extent : 1)
            : Cut.nearlyEqual(1 + random.nextInt(5));
    SplitPlan plan = SplitPlan.of(data, axis, cut);
    if (random.nextBoolean()) {
      plan = RandomRules.converted(plan, random);
    }
    if (random.nextInt(3) == 0) {
      plan = plan.only(order(plan.partCount(), random));
    }
    if (random.nextBoolean() || plan.partCount() == 0 || plan.partType().isSubByte()) {
      return plan;
    }
    boolean isJoined = !areEqual || random.nextBoolean();
    int at = random.nextInt(plan.lengths()[0] == 1 ? rank : rank + 1);
    return isJoined ? plan.joined(axis) : plan.stacked(at);
  }

  private static int[] order(int parts, Random random) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, parts).boxed().toList());
    Collections.shuffle(order, random);
    return order.stream().limit(random.nextInt(parts + 1)).mapToInt(i -> i).toArray();
  }

  private static byte[] bytes(Path file, ReadOptions options) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Opened opened = Opened.open(file, options, arena);
      Tensor loaded = opened.tensors().getFirst().load(arena);
      return loaded.data().toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private static List<byte[]> inMemory(Input input, SplitPlan plan) throws IOException {
    MemorySegment data = MemorySegment.ofArray(bytes(input.file, input.options));
    List<byte[]> parts =
        plan.parts().stream().map(part -> new byte[Math.toIntExact(part.bytes())]).toList();
    try (Splitter splitter = CpuSplitter.open(1)) {
      splitter.split(
          plan,
          data.asSlice(0, plan.data().bytes()),
          parts.stream().map(MemorySegment::ofArray).toList());
    }
    return parts;
  }

  private List<WrittenPart> split(Input input, SplitPlan plan, Format format, long window)
      throws IOException {
    Target target = Target.in(folder.resolve("out")).as(format).replacing(true);
    try (Splitter splitter = CpuSplitter.open()) {
      return new FileSplitter(splitter)
          .inTilesOf(window)
          .verifying(true)
          .write(new SplitJob(input.file, input.options, List.of(), _ -> plan, target));
    }
  }

  /// Reads all members, which compares their checksums.
  private static void requireIntact(Path file) throws IOException {
    try (var zip = new ZipInputStream(Files.newInputStream(file))) {
      while (zip.getNextEntry() != null) {
        zip.readAllBytes();
      }
    }
  }

  /// More of a part than is converted or read in one go, of elements that end within a byte.
  @Test
  void partsOfManyPiecesAreConverted() throws IOException {
    for (ElementType type : List.of(ElementType.U3, ElementType.BF16)) {
      Random random = new Random(type.bits());
      Input input = input(type, new long[] {2, 2_100_003}, random);
      SplitPlan plan =
          SplitPlan.of(input.data, 1, Cut.byLengths(2_100_001, 2))
              .converted(
                  Conversion.to(ElementType.F32).scaled(new double[] {0.5, 2}, new double[1]));
      requireRaw(input, plan, 1 << 16);
    }
  }

  /// More than is turned round in one go.
  @Test
  void bigEndianPartsOfManyPiecesAreTurnedRound() throws IOException {
    byte[] data = NpyBytes.data(2 * 1_100_003 * 2 * Integer.BYTES);
    byte[] array = NpyBytes.file(1, NpyBytes.text(">i4", false, 2, 1_100_003, 2), data);
    Path file = Files.write(folder.resolve("x.npy"), array);
    Layout layout = Layout.of(ElementType.I32, 2, 1_100_003, 2);
    Input input = new Input(file, ReadOptions.asStored(), layout, false);
    for (int axis = 0; axis < 2; axis++) {
      requireRaw(input, SplitPlan.of(layout, axis, Cut.nearlyEqual(2)), 1 << 20);
    }
  }

  private void requireRaw(Input input, SplitPlan plan, long window) throws IOException {
    List<WrittenPart> written = split(input, plan, Format.RAW, window);
    List<byte[]> expected = inMemory(input, plan);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(written.get(i).file()).hasBinaryContent(expected.get(i));
    }
  }

  /// Slices that are read in several places at a time are inflated to a file before.
  @Test
  void compressedSlicesAreStackedAndWindowsChecked() throws IOException {
    Layout layout = Layout.of(ElementType.U8, 3, 1000);
    byte[] zip = ZipBytes.deflated(Map.of("x.npy", NpyBytes.ofBytes(3, 1000)));
    Path file = Files.write(folder.resolve("x.npz"), zip);
    Input input = new Input(file, ReadOptions.asStored(), layout, false);
    SplitPlan plan = SplitPlan.of(layout, 0, Cut.intoEqualParts(3)).stacked(1);
    Path stacked = split(input, plan, Format.RAW, 300).getFirst().file();
    assertThat(stacked).hasBinaryContent(inMemory(input, plan).getFirst());
    // The checksum is that of all data, though its beginning alone is split.
    zip = ZipBytes.with32(zip, ZipBytes.LOCAL, 0, 14, 7);
    Files.write(file, ZipBytes.with32(zip, ZipBytes.CENTRAL, 0, 16, 7));
    SplitPlan begin = SplitPlan.of(layout.cropped(0, 0, 1), 1, Cut.intoEqualParts(2));
    assertThatIOException()
        .isThrownBy(() -> split(input, begin, Format.RAW, 300))
        .withMessageContaining("checksum");
  }

  @Test
  void packedElementsAreCropped() throws IOException {
    Input input = input(ElementType.U4, new long[] {6, 8, 4}, new Random(1));
    Layout window = input.data.cropped(0, 1, 4).cropped(1, 2, 4);
    SplitPlan plan = SplitPlan.of(window, 2, Cut.intoEqualParts(2));
    requireRaw(input, plan, 1);
  }

  /// What is made may be eight times what is read, or a quarter of it. Packed rows that are stacked
  /// behind the cut axis begin within a byte.
  @Test
  void windowsBoundWhatIsReadAndWhatIsMade() throws IOException {
    Cut halves = Cut.intoEqualParts(2);
    for (SplitPlan plan :
        List.of(
            SplitPlan.of(Layout.of(ElementType.U8, 1000, 2), 1, halves)
                .converted(Conversion.to(ElementType.F64)),
            SplitPlan.of(Layout.of(ElementType.F32, 1000, 2), 1, halves)
                .converted(Conversion.to(ElementType.U8)),
            SplitPlan.of(Layout.of(ElementType.U4, 2, 1001), 0, halves)
                .converted(Conversion.to(ElementType.F32))
                .stacked(1),
            SplitPlan.of(Layout.of(ElementType.U4, 5, 2, 1001), 1, halves)
                .converted(Conversion.to(ElementType.F32))
                .stacked(2))) {
      Path input = folder.resolve("x.raw");
      Files.write(input, new byte[(int) plan.data().bytes()]);
      ReadOptions reading = ReadOptions.as(plan.data().type(), plan.data().shape());
      Target target = Target.in(folder.resolve("measured")).replacing(true);
      long[] most = new long[1];
      try (var splitter =
          new PlainSplitter(
              (data, parts) -> {
                long written = parts.stream().mapToLong(MemorySegment::byteSize).sum();
                most[0] = Math.max(most[0], Math.max(data.byteSize(), written));
              })) {
        new FileSplitter(splitter)
            .inTilesOf(800)
            .write(new SplitJob(input, reading, List.of(), _ -> plan, target));
        assertThat(most[0]).as("%s", plan).isBetween(700L, 800L);
      }
    }
  }
}
