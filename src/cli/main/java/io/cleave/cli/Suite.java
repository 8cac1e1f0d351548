package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// The suite: twelve splits that are hard in different ways. A name is a letter and a word.
public final class Suite {
  /// Name, element type, shape, axis, lengths of the parts, and a note. `30x6` is 6 parts of 30.
  private static final String TABLE =
      """
      A-qkv       f32  4096,12288     1  4096x3           a fused QKV projection; long runs
      B-rows16    f32  2097152,16     1  1,2,5,8          a feature table; runs of 4 to 32 bytes
      C-nchw      f32  32,256,56,56   1  64x2,128         channel groups; very long runs
      D-hwc       u8   33554432,3     1  1x3              interleaved pixels to planes; runs of 1 byte
      E-axis0     f32  6,8388608      0  1,2,3            contiguous parts
      F-many      f32  8192,4096      1  64x64            64 parts, runs of 256 bytes
      G-odd       u8   1048576,100    1  33,7,60          nothing is aligned
      H-issue     f32  256,279,81     1  1x89,10,30x6     96 parts, most of them one row thick
      I-tiny      f32  8,64           1  16,32,16         nothing but overhead
      J-tail      f16  65536,1027     1  1024,3           a long run and a stub, an odd row
      K-nibbles   u4   16384,8190     1  1365x6           4-bit elements, runs that begin within a byte
      L-thousand  i32  4096,3000      1  3x1000           a thousand parts, runs of 12 bytes
      """;

  private static final List<TimedSplit> ALL = TABLE.lines().map(Suite::read).toList();

  private Suite() {}

  /// The splits whose names are these, or begin with these letters; all if none are given.
  ///
  /// @throws IllegalArgumentException if there is none; the message lists all
  public static List<TimedSplit> named(List<String> names) {
    return names.isEmpty() ? ALL : names.stream().map(Suite::find).toList();
  }

  private static TimedSplit find(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT) + "-";
    Optional<TimedSplit> found =
        ALL.stream()
            .filter(split -> (split.name().toLowerCase(Locale.ROOT) + "-").startsWith(wanted))
            .findFirst();
    String names = ALL.stream().map(TimedSplit::name).collect(Collectors.joining(" "));
    require(found.isPresent(), "the suite has no \"%s\"; use one of %s", name, names);
    return found.get();
  }

  private static TimedSplit read(String row) {
    String[] cells = row.split(" {2,}", 6);
    Layout data = Layout.of(ElementType.parse(cells[1]), Shape.parse(cells[2]));
    long[] lengths = Arrays.stream(cells[4].split(",")).flatMapToLong(Suite::repeated).toArray();
    SplitPlan plan = SplitPlan.of(data, Integer.parseInt(cells[3]), Cut.byLengths(lengths));
    return new TimedSplit(cells[0], cells[5], plan);
  }

  private static LongStream repeated(String text) {
    String[] both = text.split("x", 2);
    long length = Long.parseLong(both[0]);
    return LongStream.generate(() -> length).limit(both.length == 1 ? 1 : Long.parseLong(both[1]));
  }
}
