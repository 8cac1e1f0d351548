package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import io.cleave.convert.RandomRules;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.format.ZipBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.TensorLoader;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.NaiveConversion;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Parts of a file that become one tensor, in windows of any size. The oracle puts every element
/// where its index says.
class StackedFilesTest {
  private static final long[] WINDOWS = {1, 24, 100, 400, 1 << 16};

  @TempDir Path folder = Path.of("");

  @RandomTest(gate = 30, thorough = 1000)
  void everyElementIsWhereItsIndexSays(long seed) throws IOException {
    Random random = new Random(seed);
    long[] shape = random.ints(1 + random.nextInt(4), 1, 7).asLongStream().toArray();
    int axis = random.nextInt(shape.length);
    int parts = 1 + random.nextInt(4);
    int length = 1 + random.nextInt(2);
    shape[axis] = (long) parts * length;
    ElementType type = random.nextBoolean() ? ElementType.U8 : ElementType.U16;
    SplitPlan cut = SplitPlan.of(Layout.of(type, shape), axis, Cut.intoEqualParts(parts));
    boolean isJoined = random.nextBoolean();
    int rank = shape.length + (!isJoined && length > 1 ? 1 : 0);
    int at = random.nextInt(rank);
    int given = random.nextBoolean() ? at : at - rank;
    boolean converts = random.nextInt(3) > 0;
    SplitPlan plan = (converts ? cut.converted(rule(cut, random)) : cut).only(order(parts, random));
    SplitPlan stack = isJoined ? plan.joined(given) : plan.stacked(given);
    check(stack, at, random.nextBoolean(), random.nextBoolean(), random);
  }

  private static int[] order(int parts, Random random) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, parts).boxed().toList());
    int count = parts;
    if (random.nextBoolean()) {
      Collections.shuffle(order, random);
      count = 1 + random.nextInt(parts);
    }
    return order.stream().limit(count).mapToInt(i -> i).toArray();
  }

  private static Conversion rule(SplitPlan plan, Random random) {
    int each = random.nextBoolean() ? plan.partCount() : 1;
    return RandomRules.of(plan.data().type(), ElementType.F32, each, random).get(1);
  }

  /// @param at the axis of the result that the slices follow one another along
  private void check(SplitPlan plan, int at, boolean fortran, boolean bigEndian, Random random)
      throws IOException {
    int width = plan.data().type().bits() / Byte.SIZE;
    byte[] data = new byte[(int) plan.data().shape().elements() * width];
    random.nextBytes(data);
    String descr = (bigEndian ? ">" : "<") + "u" + width;
    long[] shape = plan.data().shape().extents();
    byte[] array = NpyBytes.file(1, NpyBytes.text(descr, fortran, shape), data);
    Path file =
        random.nextInt(3) > 0
            ? Files.write(folder.resolve("x.npy"), array)
            : Files.write(folder.resolve("x.npz"), ZipBytes.deflated(Map.of("x.npy", array)));
    byte[] expected = expected(plan, at, fortran, bigEndian, data);
    for (Format format : List.of(Format.NPY, Format.NPZ)) {
      for (long window : WINDOWS) {
        WrittenPart written = split(file, plan, format, window);
        String what = "%s in windows of %s".formatted(plan, window);
        assertThat(written.type()).isEqualTo(plan.partType());
        assertThat(written.bytes()).isEqualTo(expected.length);
        if (format == Format.NPZ) {
          requireIntact(written.file());
        }
        try (Arena arena = Arena.ofConfined()) {
          Opened opened = Opened.open(written.file(), arena);
          StoredTensor tensor = opened.tensors().getFirst();
          assertThat(tensor.layout().shape()).as(what).isEqualTo(plan.part(0).shape());
          assertThat(written.shape()).isEqualTo(tensor.layout().shape());
          MemorySegment bytes = TensorLoader.load(tensor, opened.stored().mapped(), arena).data();
          assertThat(bytes.toArray(ValueLayout.JAVA_BYTE)).as(what).isEqualTo(expected);
        }
      }
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

  private WrittenPart split(Path file, SplitPlan plan, Format format, long window)
      throws IOException {
    Target target = new Target(folder.resolve("out"), List.of(), format, false, false, true);
    try (var splitter = CpuSplitter.open();
        var reference = CpuSplitter.open()) {
      List<WrittenPart> written =
          new FileSplitter(splitter)
              .inWindowsOf(window)
              .replacing(true)
              .verifiedBy(reference)
              .write(new SplitJob(file, ReadOptions.asStored(), List.of(), _ -> plan, target));
      assertThat(written).hasSize(1);
      String way = plan.isJoined() ? "joined" : "stacked";
      assertThat(written.getFirst().file()).hasFileName("x." + way + "." + format);
      return written.getFirst();
    }
  }

  /// The result in C order, little-endian, element by element.
  private static byte[] expected(
      SplitPlan stack, int at, boolean fortran, boolean bigEndian, byte[] data) {
    SplitPlan plan = stack.unstacked();
    Shape result = stack.part(0).shape();
    int width = plan.partType().bits() / Byte.SIZE;
    byte[] made = new byte[(int) result.elements() * width];
    long start = 0;
    for (Part part : plan.parts()) {
      byte[] moved = part(plan, part, fortran, bigEndian, data);
      byte[] values = plan.conversion().isPresent() ? NaiveConversion.of(part, plan, moved) : moved;
      long[] index = new long[part.shape().rank()];
      for (int element = 0; element < values.length / width; element++) {
        long[] there = there(stack, index, at, stack.isJoined() ? start : part.index());
        System.arraycopy(values, element * width, made, position(result, there) * width, width);
        advance(index, part.shape());
      }
      start += part.shape().extent(Math.min(at, part.shape().rank() - 1));
    }
    return made;
  }

  /// The part in C order.
  private static byte[] part(
      SplitPlan plan, Part part, boolean fortran, boolean bigEndian, byte[] data) {
    int width = plan.data().type().bits() / Byte.SIZE;
    long[] extents = plan.data().shape().extents();
    byte[] moved =
        new NaiveArray(extents, fortran, width, bigEndian, data)
            .part(plan.axis(), plan.positions()[part.index()], plan.lengths()[part.index()]);
    if (!fortran) {
      return moved;
    }
    byte[] turned = new byte[moved.length];
    long[] index = new long[extents.length];
    for (int element = 0; element < moved.length / width; element++) {
      long from = 0;
      for (int axis = extents.length - 1; axis >= 0; axis--) {
        from = from * part.shape().extent(axis) + index[axis];
      }
      System.arraycopy(moved, (int) from * width, turned, element * width, width);
      advance(index, part.shape());
    }
    return turned;
  }

  private static long[] there(SplitPlan stack, long[] index, int at, long from) {
    if (stack.isJoined()) {
      long[] there = index.clone();
      there[at] += from;
      return there;
    }
    List<Long> there = new ArrayList<>(Arrays.stream(index).boxed().toList());
    if (stack.lengths()[0] == 1) {
      there.remove(stack.axis());
    }
    there.add(at, from);
    return there.stream().mapToLong(Long::longValue).toArray();
  }

  private static int position(Shape shape, long[] index) {
    long position = 0;
    for (int axis = 0; axis < index.length; axis++) {
      position = position * shape.extent(axis) + index[axis];
    }
    return (int) position;
  }

  private static void advance(long[] index, Shape shape) {
    for (int axis = index.length - 1; axis >= 0; axis--) {
      if (++index[axis] < shape.extent(axis)) {
        return;
      }
      index[axis] = 0;
    }
  }

  @Test
  void partsOfDifferentLengthsAreJoinedInAnotherOrder() throws IOException {
    for (int rows : new int[] {1, 3}) {
      SplitPlan cut =
          SplitPlan.of(Layout.of(ElementType.U16, rows, 10, 2), 1, Cut.byLengths(3, 2, 5, 0));
      Random random = new Random(rows);
      check(cut.only(2, 0).joined(1), 1, false, false, random);
      Conversion each =
          Conversion.to(ElementType.F32).scaled(new double[] {1, 2, 3, 4}, new double[1]);
      check(cut.converted(each).only(3, 2, 1).joined(1), 1, false, true, random);
    }
  }

  /// What is packed becomes floats, which are then stacked.
  @Test
  void packedElementsAreStackedAsFloats() throws IOException {
    byte[] packed = NpyBytes.data(21);
    Path file = Files.write(folder.resolve("x.raw"), packed);
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U3, 7, 2, 4), 1, Cut.intoEqualParts(2))
            .converted(Conversion.to(ElementType.F16).scaled(new double[] {0.5, 2}, new double[1]));
    for (int axis = 0; axis < 3; axis++) {
      SplitPlan stack = plan.stacked(axis);
      byte[] first = {};
      for (long window : WINDOWS) {
        try (var splitter = CpuSplitter.open();
            var reference = CpuSplitter.open()) {
          SplitJob job =
              new SplitJob(
                  file,
                  ReadOptions.as(ElementType.U3, plan.data().shape()),
                  List.of(),
                  _ -> stack,
                  Target.in(folder.resolve("o")));
          WrittenPart part =
              new FileSplitter(splitter)
                  .inWindowsOf(window)
                  .replacing(true)
                  .verifiedBy(reference)
                  .write(job)
                  .getFirst();
          byte[] bytes = Files.readAllBytes(part.file());
          first = first.length == 0 ? bytes : first;
          assertThat(bytes).as("axis %s window %s", axis, window).isEqualTo(first).hasSize(112);
        }
      }
      // Element [6, 1, 3] is the last of 56: the high bits of the last byte, times 2.
      float last = Float.float16ToFloat((short) (((first[111] & 0xFF) << 8) | (first[110] & 0xFF)));
      assertThat(last).isEqualTo(2 * ((packed[20] & 0xFF) >> 5));
    }
  }
}
