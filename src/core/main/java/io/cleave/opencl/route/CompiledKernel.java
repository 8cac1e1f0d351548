package io.cleave.opencl.route;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Kernel that is compiled for the loops of some parts, for devices whose work-groups are threads
/// of a processor. Only the number of rows is no constant. There are three:
///
/// ```
/// split_columns  equal runs of 1, 2, 4 or 8 bytes: a transposed matrix
/// split_lines    short runs: whole lines drawn together in registers
/// split_runs     runs that would be too many lines: two moves for each run
/// ```
///
/// A tile's rows make whole lines of each part, so that tiles share no line of an output.
///
/// @param lines the lines that are written out one by one in the code, which is what takes time to
///   compile; 0 in `split_runs`
/// @param refusal the reason why a kernel cannot be compiled for the copy, as the end of a sentence
/// @param launch makes the launch
record CompiledKernel(long lines, Optional<String> refusal, Supplier<Launch> launch) {
  private static final long LINE = TileKernel.LINE;

  /// Runs from which nothing is gained by knowing them beforehand, and nothing gathered. For this
  /// and most of the other constants, see performance.md#constants.
  private static final long LONG_RUN = 2048;

  /// Parts that are not all equal are compiled as this many groups at the most.
  private static final int MOST_GROUPS = 4;

  /// Fewer equal parts than this are not cut off from others.
  private static final int FEWEST_EQUAL = 9;

  /// Bytes that are loaded at once, and those of a row that a block of `split_columns` takes.
  private static final int WORD = 16;

  /// Fewest bytes of a row that are transposed: with fewer most of a block is empty.
  private static final int LEAST_TRANSPOSED = 8;

  /// Most runs in a row that are better drawn together from the same words, as lines.
  private static final int FEW_TRANSPOSED = 4;

  private static final long TRANSPOSED_ROWS = 64;

  /// Bytes of a transposed tile: it stays in the first cache.
  private static final long TRANSPOSED_TILE = 16_384;

  /// Bytes of a tile: it stays in the first cache.
  private static final long TILE = 8192;

  /// Lines that are written out: each takes PoCL some 9 ms to compile.
  private static final long MOST_LINES = 256;

  /// Lines that compile soon.
  private static final long FEW_LINES = 8;

  /// The kernel counts the bytes of 64 rows as an int.
  private static final long LONGEST_PITCH = Integer.MAX_VALUE / 128;

  /// Bytes of a tile that is gathered in a stage: both stay in the first cache.
  private static final long STAGED_TILE = 4096;

  /// The most bytes of a stage, and of a tile of long rows of odd runs: fewer rows share lines
  /// instead.
  private static final long MOST_STAGED = 32_768;

  /// More runs than this are not written out: the time to compile grows with them.
  private static final int MOST_RUNS = 48;

  /// Most parts of a column where more are equal. Wide columns are faster: 24 parts by half than 8.
  private static final int MOST_OF_COLUMN = 32;

  /// The steps of a work-item where it must not take many, see [DeviceInfo].
  private static final long FEW_STEPS = 24_576;

  /// The kernels for all parts. Many parts that are not all equal are cut where equal ones begin
  /// and end, if that makes few groups.
  static List<CompiledKernel> of(List<StridedCopy> groups, boolean streaming) {
    return groups.stream().flatMap(group -> of(group, streaming)).toList();
  }

  private static Stream<CompiledKernel> of(StridedCopy group, boolean streaming) {
    CompiledKernel whole = one(group, streaming);
    List<StridedCopy> cut = whole.refusal().isEmpty() ? List.of(group) : cut(group);
    return cut.size() == 1 || cut.size() > MOST_GROUPS
        ? Stream.of(whole)
        : cut.stream().map(some -> one(some, streaming));
  }

  /// True if whole lines are written out.
  boolean hasLines() {
    return lines > 0;
  }

  /// True if these lines are so few that they are soon compiled.
  boolean isQuick() {
    return hasLines() && lines <= FEW_LINES;
  }

  private static List<StridedCopy> cut(StridedCopy group) {
    int count = group.pieces().size();
    SortedSet<Integer> cuts = new TreeSet<>(List.of(0, count));
    for (int at = 0; at < count; ) {
      int behind = behindEqual(group.pieces(), at);
      if (behind - at >= FEWEST_EQUAL) {
        cuts.addAll(List.of(at, behind));
      }
      at = behind;
    }
    List<Integer> ends = List.copyOf(cuts);
    return IntStream.range(1, ends.size())
        .mapToObj(n -> group.range(ends.get(n - 1), ends.get(n)))
        .toList();
  }

  private static CompiledKernel one(StridedCopy group, boolean streaming) {
    boolean equal = behindEqual(group.pieces(), 0) == group.pieces().size();
    if (group.info().clang()) {
      if (equal && isTransposed(group)) {
        return transposed(group, streaming);
      }
      if (group.longest() < LONG_RUN && group.pitch() <= LONGEST_PITCH) {
        CompiledKernel lines =
            lines(group, equal && group.pieces().size() >= FEWEST_EQUAL, streaming);
        if (lines.lines() <= MOST_LINES && hasRows(group, group.rowsTo(LINE))) {
          return lines;
        }
      }
    }
    return runs(group, equal, streaming);
  }

  /// The first part behind those from `at` on that are equal and next to each other.
  private static int behindEqual(List<Piece> pieces, int at) {
    int behind = at + 1;
    while (behind < pieces.size() && follows(pieces.get(behind - 1), pieces.get(behind))) {
      behind++;
    }
    return behind;
  }

  private static boolean follows(Piece one, Piece next) {
    return next.run() == one.run() && next.from() == one.from() + one.run();
  }

  private static boolean isTransposed(StridedCopy group) {
    long run = group.longest();
    return run <= 8
        && Long.bitCount(run) == 1
        && run * group.pieces().size() >= LEAST_TRANSPOSED
        && hasRows(group, LINE / run)
        && group.pitch() > FEW_TRANSPOSED * run;
  }

  /// True unless the levels leave fewer rows than lines take.
  private static boolean hasRows(StridedCopy group, long lines) {
    return group.levels().isEmpty() || group.rows() >= lines;
  }

  private static CompiledKernel transposed(StridedCopy group, boolean streaming) {
    long run = group.longest();
    long side = WORD / run;
    long wide = TRANSPOSED_TILE / TRANSPOSED_ROWS / run / side * side;
    int column = (int) Math.min(group.pieces().size(), wide);
    long fitting = TRANSPOSED_TILE / (column * run) / TRANSPOSED_ROWS * TRANSPOSED_ROWS;
    long rows = Math.max(TRANSPOSED_ROWS, fitting);
    return new CompiledKernel(
        side,
        Optional.empty(),
        () ->
            launch(
                call("split_columns", group, streaming).define("RUN", run), group, rows, column));
  }

  /// @param repeats true if one part stands for all
  private static CompiledKernel lines(StridedCopy group, boolean repeats, boolean streaming) {
    int parts = group.pieces().size();
    long run = group.longest();
    long period = group.rowsTo(LINE);
    int column = repeats ? Math.clamp(TILE / period / run, 1, parts) : parts;
    long width = repeats ? run : group.sum();
    long rows = rows(group, TILE, repeats ? column * run : width);
    return new CompiledKernel(
        period * width / LINE,
        Optional.empty(),
        () -> {
          KernelCall call = call("split_lines", group, streaming).flag("REPEATS", repeats);
          draw(call, repeats ? group.range(0, 1) : group, period);
          return launch(call, group, rows, column);
        });
  }

  private static void draw(KernelCall call, StridedCopy group, long period) {
    long start = group.pieces().getFirst().from();
    long pitch = group.pitch();
    StringBuilder parts = new StringBuilder();
    long slack = 0;
    for (int n = 0; n < group.pieces().size(); n++) {
      Piece piece = group.pieces().get(n);
      slack = Math.max(slack, draw(parts, n, piece.from() - start, piece.run(), pitch, period));
    }
    call.define("PERIOD", period)
        .define("WIDTH", group.span())
        .define("SLACK", slack)
        .define("PARTS", parts);
  }

  /// Adds the macro of a part with the way to draw its lines together that takes the fewer loads:
  /// as data lies, or run by run. `PART(0,0,12,2,0,0,F2(0)F2(1)F2(2))` has the number of the part,
  /// where it begins in a row, its bytes there, the loads for each word, from where is loaded, how
  /// far the part begins behind that, and its lines.
  ///
  /// @param offset where the part begins in a row, counted from the first part
  /// @param period the rows whose lines are listed
  /// @return the bytes by which a load may exceed the run that it is for, at most
  private static long draw(
      StringBuilder parts, int n, long offset, long run, long pitch, long period) {
    long fragments = 0;
    long span = 0;
    for (long word = 0; word < run * LINE; word += WORD) {
      long rows = (word + WORD - 1) / run - word / run;
      fragments = Math.max(fragments, rows + 1);
      span = Math.max(span, rows * (pitch - run) + WORD);
    }
    long spanned = Math.ceilDiv(span, WORD);
    // From the beginning of the row, so that parts share what they load.
    boolean isShared = Math.ceilDiv(offset + span, WORD) == spanned;
    boolean isSpan = spanned < fragments || (spanned == fragments && isShared);
    int words = Math.toIntExact(isSpan ? spanned : fragments);
    long at = isSpan && isShared ? 0 : offset;
    long depth = StridedCopy.powerAtLeast(words);
    parts.append("PART(%d,%d,%d,%d,%d,%d,".formatted(n, offset, run, words, at, offset - at));
    for (long line = 0; line < period * run / LINE; line++) {
      parts.append("%s%d(%d)".formatted(isSpan ? "S" : "F", depth, line));
    }
    parts.append(')');
    return (long) words * WORD;
  }

  /// @param equal true if the parts are equal and next to each other
  /// @param streaming true if runs are gathered in a stage
  private static CompiledKernel runs(StridedCopy group, boolean equal, boolean streaming) {
    int parts = group.pieces().size();
    int columns = equal && parts > MOST_RUNS ? Math.ceilDiv(parts, MOST_OF_COLUMN) : 1;
    int column = Math.ceilDiv(parts, columns);
    StridedCopy first = group.range(0, column);
    long span = first.span();
    long rows = rows(group, streaming ? STAGED_TILE : TILE, span);
    while (rows > 1 && rows > MOST_STAGED / span) {
      rows /= 2;
    }
    long tileRows = rows;
    Optional<String> refusal = refusal(group, column, span, rows, streaming);
    return new CompiledKernel(
        0,
        refusal,
        () -> {
          KernelCall call = call("split_runs", group, streaming);
          call.flag("RAGGED", parts % column != 0).define("PARTS", listed(first));
          if (streaming) {
            call.define("STAGE", tileRows * span);
          }
          return launch(call, group, tileRows, column);
        });
  }

  private static String listed(StridedCopy column) {
    List<Piece> all = column.pieces();
    long start = all.getFirst().from();
    return IntStream.range(0, all.size())
        .mapToObj(n -> "PART(%d,%d,%d)".formatted(n, all.get(n).from() - start, all.get(n).run()))
        .collect(Collectors.joining());
  }

  private static Optional<String> refusal(
      StridedCopy group, int column, long span, long rows, boolean streaming) {
    boolean steps = !group.info().clang() && span > FEW_STEPS / rows;
    boolean isLong =
        steps || (streaming && span > MOST_STAGED) || group.longest() > Integer.MAX_VALUE / 2;
    return Optional.ofNullable(
        column > MOST_RUNS
            ? "at most %s parts of different lengths are compiled for, not %s"
                .formatted(MOST_RUNS, column)
            : group.shortest() >= LONG_RUN
                ? "runs of 2 KiB and more gain nothing by being compiled for"
                : isLong
                    ? "rows of %s bytes are too long to be compiled for".formatted(span)
                    : null);
  }

  /// Rows of a tile: they make about so many bytes, and whole lines of every part.
  private static long rows(StridedCopy group, long bytes, long width) {
    long unit = group.rowsTo(LINE);
    return Math.max(unit, bytes / width / unit * unit);
  }

  private static KernelCall call(String kernel, StridedCopy group, boolean streaming) {
    return new KernelCall(kernel, group, "lines").flag("STREAMING", streaming);
  }

  /// @param rows the rows of a tile
  /// @param column the parts that a work-group takes, which are equal unless these are all
  private static Launch launch(KernelCall call, StridedCopy group, long rows, int column) {
    return call.define("PITCH", group.pitch())
        .define("ROWS", rows)
        .over(Columns.of(group, column * group.longest()), rows);
  }
}
