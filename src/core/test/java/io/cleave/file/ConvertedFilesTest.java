package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Device;
import io.cleave.RandomTest;
import io.cleave.Seeds;
import io.cleave.convert.RandomRules;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
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
import io.cleave.spi.HostSplitter;
import io.cleave.spi.NaiveConversion;
import io.cleave.spi.RouteExplanation;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Values that are converted on their way from file to file, in windows of any size. The oracle
/// looks every element up, and knows what becomes of it by the definition.
class ConvertedFilesTest {
  /// Rows that are giants, of which eight do not fit, and that all fit.
  private static final long[] WINDOWS = {1, 40, 200, 1 << 16};

  @TempDir Path folder = Path.of("");

  /// In the gate a tenth of all pairs of types.
  @RandomTest(gate = 1, thorough = 100)
  void everyTypeBecomesEveryOther(long seed) throws IOException {
    Random random = new Random(seed);
    for (ElementType source : RandomRules.SOURCES) {
      for (ElementType target : RandomRules.targets(source)) {
        long[] shape = random.ints(1 + random.nextInt(4), 1, 9).asLongStream().toArray();
        int axis = random.nextInt(shape.length);
        SplitPlan plan =
            SplitPlan.of(Layout.of(source, shape), axis, Cut.nearlyEqual(1 + random.nextInt(4)));
        for (Conversion rule : rules(plan, target, random)) {
          if (random.nextInt(Seeds.rounds(10, 1)) == 0) {
            check(plan.converted(rule), random);
          }
        }
      }
    }
  }

  private static List<Conversion> rules(SplitPlan plan, ElementType target, Random random) {
    int each = random.nextBoolean() ? plan.partCount() : 1;
    return RandomRules.of(plan.data().type(), target, each, random);
  }

  private void check(SplitPlan plan, Random random) throws IOException {
    byte[] elements = elements(plan, random);
    int width = Math.max(1, plan.data().type().bits() / Byte.SIZE);
    Path input = Files.write(folder.resolve("x.raw"), packed(elements, plan.data().type()));
    ReadOptions reading = ReadOptions.as(plan.data().type(), plan.data().shape());
    var naive = new NaiveArray(plan.data().shape().extents(), false, width, false, elements);
    for (long window : WINDOWS) {
      assertParts(plan, split(input, reading, plan, window), naive, window);
    }
  }

  /// Elements of random bits, each in bytes of its own.
  private static byte[] elements(SplitPlan plan, Random random) {
    int bits = plan.data().type().bits();
    byte[] elements =
        new byte[(int) plan.data().shape().elements() * Math.max(1, bits / Byte.SIZE)];
    random.nextBytes(elements);
    for (int i = 0; bits < Byte.SIZE && i < elements.length; i++) {
      elements[i] &= (byte) ((1 << bits) - 1);
    }
    return elements;
  }

  private static byte[] packed(byte[] elements, ElementType type) {
    if (type.bits() >= Byte.SIZE) {
      return elements;
    }
    boolean highFirst = type.isMostSignificantFirst();
    byte[] packed = new byte[(elements.length * type.bits() + 7) / 8];
    for (int bit = 0; bit < elements.length * type.bits(); bit++) {
      int set = elements[bit / type.bits()] >> bit % type.bits() & 1;
      packed[bit / 8] |= (byte) (set << (highFirst ? 7 - bit % 8 : bit % 8));
    }
    return packed;
  }

  private List<WrittenPart> split(Path input, ReadOptions reading, SplitPlan plan, long window)
      throws IOException {
    var job = new SplitJob(input, reading, List.of(), _ -> plan, Target.in(folder.resolve("out")));
    try (var splitter = CpuSplitter.open();
        var reference = CpuSplitter.open()) {
      return new FileSplitter(splitter)
          .inWindowsOf(window)
          .replacing(true)
          .verifiedBy(reference)
          .write(job);
    }
  }

  private static void assertParts(
      SplitPlan plan, List<WrittenPart> written, NaiveArray naive, long window) throws IOException {
    for (Part part : plan.parts()) {
      byte[] moved =
          naive.part(plan.axis(), plan.positions()[part.index()], plan.lengths()[part.index()]);
      byte[] expected = NaiveConversion.of(part, plan, packed(moved, plan.data().type()));
      WrittenPart one = written.get(part.index());
      byte[] file = Files.readAllBytes(one.file());
      assertThat(Arrays.copyOfRange(file, file.length - expected.length, file.length))
          .as("part %s of %s in windows of %s", part.index(), plan, window)
          .isEqualTo(expected);
      assertThat(one.type()).isEqualTo(plan.partType());
      assertThat(one.bytes()).isEqualTo(expected.length);
    }
  }

  @RandomTest(gate = 3, thorough = 100)
  void filesInEveryOrderAreConverted(long seed) throws IOException {
    Random random = new Random(seed);
    for (String descr : List.of("<u2", ">u2", ">f4", "<f2", ">i4", "|b1", "|u1")) {
      for (boolean fortran : new boolean[] {false, true}) {
        long[] shape = random.ints(1 + random.nextInt(4), 1, 9).asLongStream().toArray();
        Path file = folder.resolve("x.npy");
        int width = descr.charAt(2) - '0';
        byte[] data = new byte[width * (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
        random.nextBytes(data);
        Files.write(file, NpyBytes.file(1, NpyBytes.text(descr, fortran, shape), data));
        ElementType type = type(descr);
        SplitPlan cut =
            SplitPlan.of(Layout.of(type, shape), random.nextInt(shape.length), Cut.nearlyEqual(3));
        SplitPlan plan = cut.converted(rules(cut, ElementType.F32, random).get(1));
        var naive = new NaiveArray(shape, fortran, width, descr.startsWith(">"), data);
        for (long window : WINDOWS) {
          List<WrittenPart> written = split(file, ReadOptions.asStored(), plan, window);
          assertParts(plan, written, naive, window);
          assertThat(Files.readString(written.getFirst().file(), StandardCharsets.ISO_8859_1))
              .contains("'<f4'", fortran ? "'fortran_order': True" : "'fortran_order': False");
        }
      }
    }
  }

  private static ElementType type(String descr) {
    return switch (descr.substring(1)) {
      case "u2" -> ElementType.U16;
      case "f4" -> ElementType.F32;
      case "f2" -> ElementType.F16;
      case "i4" -> ElementType.I32;
      case "b1" -> ElementType.BOOLEAN;
      default -> ElementType.U8;
    };
  }

  /// More of a part than is converted in one go, of elements that end within a byte.
  @Test
  void partsOfManyPiecesAreConverted() throws IOException {
    for (ElementType type : List.of(ElementType.U3, ElementType.U16)) {
      SplitPlan plan =
          SplitPlan.of(Layout.of(type, 2, 2_100_003), 1, Cut.byLengths(2_100_001, 2))
              .converted(
                  Conversion.to(ElementType.F32).scaled(new double[] {0.5, 2}, new double[1]));
      Random random = new Random(type.bits());
      byte[] elements = elements(plan, random);
      int width = Math.max(1, type.bits() / Byte.SIZE);
      Path input = Files.write(folder.resolve("x.raw"), packed(elements, type));
      var naive = new NaiveArray(plan.data().shape().extents(), false, width, false, elements);
      ReadOptions reading = ReadOptions.as(type, plan.data().shape());
      assertParts(plan, split(input, reading, plan, 1 << 16), naive, 1 << 16);
    }
  }

  /// Notes the largest data and parts that it is given.
  private static final class Measured extends HostSplitter {
    private final CpuSplitter splitter = CpuSplitter.open();
    private long most;

    @Override
    public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
      most = Math.max(most, data.byteSize());
      most = Math.max(most, parts.stream().mapToLong(MemorySegment::byteSize).sum());
      splitter.split(plan, data, parts);
    }

    @Override
    protected void release() {
      splitter.close();
    }

    @Override
    public Device device() {
      return splitter.device();
    }

    @Override
    public RouteExplanation route(SplitPlan plan) {
      return splitter.route(plan);
    }
  }

  /// What is made may be eight times what is read, or a quarter of it.
  @Test
  void windowsBoundWhatIsReadAndWhatIsMade() throws IOException {
    for (ElementType source : List.of(ElementType.U8, ElementType.F32)) {
      SplitPlan cut = SplitPlan.of(Layout.of(source, 1000, 2), 1, Cut.intoEqualParts(2));
      SplitPlan plan =
          cut.converted(Conversion.to(source == ElementType.U8 ? ElementType.F64 : ElementType.U8));
      Path input = folder.resolve("x.raw");
      Files.write(input, new byte[(int) plan.data().bytes()]);
      ReadOptions reading = ReadOptions.as(source, plan.data().shape());
      Target target = Target.in(folder.resolve("measured"));
      try (var splitter = new Measured()) {
        new FileSplitter(splitter)
            .inWindowsOf(800)
            .replacing(true)
            .write(new SplitJob(input, reading, List.of(), _ -> plan, target));
        assertThat(splitter.most).as("%s", source).isBetween(700L, 800L);
      }
    }
  }
}
