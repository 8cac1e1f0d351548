package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.route.job.Quirks;
import io.cleave.opencl.route.launch.Grid;
import io.cleave.opencl.route.launch.Launch;
import io.cleave.opencl.route.launch.Launch.Slot;
import io.cleave.opencl.route.launch.Table;
import io.cleave.plan.BitOrder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.IntFunction;

/// Carries launches out as the head comments of the kernels say, work-group by work-group, and
/// checks what those require.
final class RouterSimulation {
  private final byte[] data;
  private final long dataAddress;
  private final IntFunction<RouterCanvas> outputs;
  private final DeviceFacts facts;

  /// @param outputs the buffer of each part
  RouterSimulation(
      DeviceFacts facts, byte[] data, long dataAddress, IntFunction<RouterCanvas> outputs) {
    this.facts = facts;
    this.data = data;
    this.dataAddress = dataAddress;
    this.outputs = outputs;
  }

  private record Piece(long from, long to, long run, int width, RouterCanvas output) {}

  void run(Launch launch) {
    assertThat(launch.reason()).isNotBlank();
    switch (launch) {
      case Launch.Copy copy ->
          outputs
              .apply(copy.part())
              .copy(data, copy.fromAt() * 8, copy.toAt() * 8, copy.bytes() * 8, LOW_FIRST);
      case Launch.Kernel kernel -> new Run(kernel).run();
    }
  }

  private static final BitOrder LOW_FIRST = BitOrder.LEAST_SIGNIFICANT_FIRST;

  /// One kernel being carried out.
  private final class Run {
    private final Launch.Kernel kernel;
    private final SortedMap<String, String> defines;
    private final List<RouterCanvas> canvases = new ArrayList<>();
    private final List<ByteBuffer> tables = new ArrayList<>();
    private final List<Long> numbers = new ArrayList<>();
    private final int group;
    private final long groupsX;
    private final long groupsY;

    Run(Launch.Kernel kernel) {
      this.kernel = kernel;
      this.defines = kernel.kernel().defines();
      this.group = define("GROUP", 1);
      Grid grid = kernel.grid();
      assertThat(grid.localX()).isEqualTo(group);
      assertThat(grid.localY()).isEqualTo(1);
      assertThat(grid.globalX() % group).isZero();
      assertThat(grid.globalX()).isPositive();
      assertThat(grid.globalY()).isPositive();
      assertThat((long) group).isLessThanOrEqualTo(facts.maxGroup());
      assertThat(grid.globalY()).isLessThanOrEqualTo(Quirks.of(facts).mostGroupsY());
      this.groupsX = grid.globalX() / group;
      this.groupsY = grid.globalY();
      readSlots();
      checkOutputs();
      checkPowers();
    }

    private void readSlots() {
      assertThat(kernel.slots().getFirst()).isEqualTo(new Slot.Data());
      String order = "";
      for (Slot slot : kernel.slots()) {
        order +=
            switch (slot) {
              case Slot.Data() -> "d";
              case Slot.Output(int part) -> {
                canvases.add(outputs.apply(part));
                yield "o";
              }
              case Slot.Addresses() -> {
                assertThat(define("ADDRESSES", 0)).isEqualTo(1);
                yield "a";
              }
              case Slot.Content(Table table) -> {
                tables.add(table.content());
                yield "t";
              }
              case Slot.Int64(long value) -> {
                numbers.add(value);
                yield "l";
              }
              case Slot.Int32(int value) -> {
                numbers.add((long) value);
                yield "i";
              }
            };
      }
      assertThat(order)
          .matches(
              switch (kernel.kernel().name()) {
                case "copy_rows" -> "dolllllll";
                case "split_tiles", "split_local" -> "d(o+|a)ttlllll";
                case "split_words", "split_bits" -> "d(o+|a)ttllll";
                case "split_runs" -> "d(o+|a)till";
                case "split_columns", "split_lines" -> "d(o+|a)tiilll";
                default -> "no kernel";
              });
    }

    private void checkOutputs() {
      int expected = define("ADDRESSES", 0) == 1 ? 0 : define("OUTPUTS", 1);
      assertThat(canvases).hasSize(expected);
      assertThat(expected).isIn(0, 1, 4, 8, 16, 32, 64);
      List<String> prelude = new ArrayList<>(expected == 1 ? List.of() : List.of("outputs"));
      if (defines.containsKey("PITCH")) {
        prelude.add("lines");
      }
      assertThat(kernel.kernel().prelude()).isEqualTo(prelude);
    }

    private RouterCanvas output(int number) {
      return define("ADDRESSES", 0) == 1 ? outputs.apply(number) : canvases.get(number);
    }

    private void checkPowers() {
      int lanes = define("LANES", group);
      assertThat(Integer.bitCount(group)).isEqualTo(1);
      assertThat(Integer.bitCount(lanes)).isEqualTo(1);
      assertThat(lanes).isLessThanOrEqualTo(group);
    }

    private int define(String name, int otherwise) {
      return Integer.parseInt(defines.getOrDefault(name, String.valueOf(otherwise)));
    }

    private boolean isSet(String name) {
      return define(name, 0) != 0;
    }

    private BitOrder order() {
      return isSet("MSB_FIRST") ? BitOrder.MOST_SIGNIFICANT_FIRST : LOW_FIRST;
    }

    private List<Piece> pieces() {
      ByteBuffer table = tables.getFirst().duplicate().order(tables.getFirst().order());
      List<Piece> pieces = new ArrayList<>();
      while (table.hasRemaining()) {
        long from = table.getLong();
        long to = table.getLong();
        long run = table.getLong();
        int width = table.getInt();
        pieces.add(new Piece(from, to, run, width, output(table.getInt())));
      }
      assertThat(pieces).isNotEmpty().allMatch(piece -> piece.run > 0);
      return pieces;
    }

    private int[] ints() {
      int[] ints = new int[tables.get(1).remaining() / Integer.BYTES];
      tables.get(1).asIntBuffer().get(ints);
      return ints;
    }

    /// The pieces of each column; checks that columns are whole and none is empty.
    private List<List<Piece>> columns() {
      List<Piece> pieces = pieces();
      int[] starts = ints();
      assertThat(starts[0]).isZero();
      assertThat(starts[starts.length - 1]).isEqualTo(pieces.size());
      assertThat(groupsX).isEqualTo(starts.length - 1L);
      List<List<Piece>> columns = new ArrayList<>();
      for (int c = 0; c < groupsX; c++) {
        assertThat(starts[c]).isLessThan(starts[c + 1]);
        columns.add(pieces.subList(starts[c], starts[c + 1]));
      }
      return columns;
    }

    void run() {
      switch (kernel.kernel().name()) {
        case "copy_rows" -> copyRows();
        case "split_tiles" -> splitTiles();
        case "split_words" -> splitWords();
        case "split_local" -> splitLocal();
        case "split_bits" -> splitBits();
        case "split_runs" -> splitRuns();
        case "split_lines" -> splitLines();
        default -> splitColumns();
      }
    }

    private void copyRows() {
      long at = numbers.get(0);
      long pitch = numbers.get(1);
      long to = numbers.get(2);
      long run = numbers.get(3);
      long rows = numbers.get(4);
      long tileRows = numbers.get(5);
      long segment = numbers.get(6);
      RouterCanvas part = canvases.getFirst();
      assertThat(segment % 64 == 0 || segment == run).isTrue();
      long aligned = dataAddress + at | part.address + to | run | (rows > 1 ? pitch : 0);
      assertThat(aligned % define("WORD", 1)).as("words of %s", defines).isZero();
      assertThat(!isSet("RAGGED") || define("WORD", 1) <= 4).isTrue();
      assertThat(groupsX).isEqualTo(Math.ceilDiv(run, segment));
      assertThat(groupsY).isEqualTo(Math.ceilDiv(rows, tileRows));
      for (long y = 0; y < groupsY; y++) {
        for (long row = y * tileRows; row < Math.min(rows, (y + 1) * tileRows); row++) {
          for (long x = 0; x < groupsX; x++) {
            long first = x * segment;
            long bytes = Math.min(segment, run - first);
            long from = at + row * pitch + first;
            part.copy(data, from * 8, (to + row * run + first) * 8, bytes * 8, LOW_FIRST);
          }
        }
      }
    }

    private void splitTiles() {
      long dataAt = numbers.get(0);
      long pitch = numbers.get(2);
      long rows = numbers.get(3);
      assertThat(numbers.get(1)).isBetween(dataAt + rows * pitch, (long) data.length);
      checkSegments(pieces());
      for (List<Piece> column : columns()) {
        checkSteps(column, Math.min(rows, numbers.get(4)));
        column.forEach(piece -> copyTiles(piece, dataAt, pitch, rows, numbers.get(4), 8));
      }
    }

    /// llvmpipe stops a work-item after 65535 steps: a byte of a short piece is one, as is a word
    /// of a long one, and each piece takes some ten more.
    private void checkSteps(List<Piece> column, long height) {
      if (!Quirks.of(facts).clangForCpu()) {
        long steps = 0;
        for (Piece piece : column) {
          steps += height * (piece.width < 2048 ? piece.width + 10 : piece.width / 16 + 150);
        }
        assertThat(steps).isLessThan(65_535);
      }
    }

    /// All segments of a run but the last are whole lines.
    private void checkSegments(List<Piece> pieces) {
      long done = 0;
      for (Piece piece : pieces) {
        done += piece.width;
        assertThat(done).isLessThanOrEqualTo(piece.run);
        assertThat(done == piece.run || piece.width % 64 == 0).isTrue();
        done = done == piece.run ? 0 : done;
      }
    }

    private void splitWords() {
      long dataAt = numbers.get(0);
      long pitch = numbers.get(1);
      long rows = numbers.get(2);
      assertThat((dataAddress | dataAt | pitch) % 16).isZero();
      for (List<Piece> column : columns()) {
        for (Piece piece : column) {
          long aligned = piece.from | piece.to | piece.run | piece.width | piece.output.address;
          assertThat(aligned % 16).isZero();
          copyTiles(piece, dataAt, pitch, rows, numbers.get(3), 8);
        }
      }
    }

    /// Copies every tile of a piece.
    ///
    /// @param scale the bits of a unit
    private void copyTiles(
        Piece piece, long dataAt, long pitch, long rows, long tileRows, int scale) {
      assertThat(tileRows).isPositive();
      assertThat(groupsY).isEqualTo(Math.ceilDiv(rows, tileRows));
      for (long y = 0; y < groupsY; y++) {
        for (long row = y * tileRows; row < Math.min(rows, (y + 1) * tileRows); row++) {
          long from = (dataAt + row * pitch + piece.from) * scale;
          long to = piece.to * 8 + row * piece.run * scale;
          piece.output.copy(data, from, to, (long) piece.width * scale, order());
        }
      }
    }

    private void splitLocal() {
      long dataAt = numbers.get(0);
      long pitch = numbers.get(2);
      long rows = numbers.get(3);
      long tileRows = numbers.get(4);
      long tile = define("TILE", 0);
      assertThat(numbers.get(1)).isBetween((dataAt + rows * pitch + 7) / 8, (long) data.length);
      assertThat(dataAddress % 16).isZero();
      assertThat(tile % 128).isZero();
      assertThat(tile + tile / 32 + 32).isLessThanOrEqualTo(facts.localMemory());
      for (List<Piece> column : columns()) {
        checkFits(column, Math.min(rows, tileRows), pitch, tile);
        for (Piece piece : column) {
          checkLocal(piece, dataAt, pitch);
          // Bytes of the output belong to one tile.
          assertThat(groupsY == 1 || tileRows * piece.run % 8 == 0).isTrue();
          assertThat(piece.width == piece.run || rows == 1 || piece.run % 8 == 0).isTrue();
          copyTiles(piece, dataAt, pitch, rows, tileRows, 1);
          if (endsPart(piece, rows)) {
            piece.output.pad(piece.to * 8 + piece.width + (rows - 1) * piece.run, order());
          }
        }
      }
    }

    /// Whether the last byte of a part is a piece's: all but the last segment of a run are bytes.
    private boolean endsPart(Piece piece, long rows) {
      return (piece.width + (rows - 1) * piece.run) % 8 != 0;
    }

    private void checkFits(List<Piece> column, long height, long pitch, long tile) {
      if (isSet("WHOLE_ROWS")) {
        assertThat(groupsX).isEqualTo(1);
        assertThat(Math.ceilDiv(height * pitch, 8) + 15).isLessThanOrEqualTo(tile);
        return;
      }
      long first = column.getFirst().from;
      long behind = column.stream().mapToLong(piece -> piece.from + piece.width).max().orElse(0);
      assertThat(column).allMatch(piece -> piece.from >= first);
      assertThat(column.getLast().from + column.getLast().width).isEqualTo(behind);
      long span = (behind - first + 254) / 128;
      assertThat(height * 16 * span).isLessThanOrEqualTo(tile);
    }

    private void checkLocal(Piece piece, long dataAt, long pitch) {
      if (isSet("WORDS")) {
        assertThat((dataAt | pitch | piece.from | piece.run | piece.width) % 32).isZero();
        assertThat((piece.to | piece.output.address) % 4).isZero();
      }
    }

    private void splitBits() {
      long dataAt = numbers.get(0);
      long pitch = numbers.get(2);
      long rows = numbers.get(3);
      List<Piece> parts = pieces();
      int[] tiles = ints();
      assertThat(groupsX).isEqualTo(tiles.length / 2L);
      assertThat(groupsY).isEqualTo(1);
      assertThat(numbers.get(1)).isBetween((dataAt + rows * pitch + 7) / 8, (long) data.length);
      assertThat(dataAddress % 8).isZero();
      assertThat(define("CHUNK", 1024) % (isSet("STREAMING") ? 8 : 1)).isZero();
      long bits = (long) group * define("CHUNK", 1024) * 64;
      for (int g = 0; g < groupsX; g++) {
        Piece part = parts.get(tiles[2 * g]);
        long lead = (part.output.address + part.to) % 64 * 8;
        long total = rows * part.run;
        long bit = Math.max(0, tiles[2 * g + 1] * bits - lead);
        long end = Math.min(total, (tiles[2 * g + 1] + 1) * bits - lead);
        if (bit < end && end == total) {
          part.output.pad(part.to * 8 + total, order());
        }
        while (bit < end) {
          long col = bit % part.run;
          long count = Math.min(part.run - col, end - bit);
          long from = dataAt + bit / part.run * pitch + part.from + col;
          part.output.copy(data, from, part.to * 8 + bit, count, order());
          bit += count;
        }
      }
    }

    private void splitRuns() {
      List<Piece> pieces = pieces();
      int column = define("COLUMN", 0);
      assertThat(numbers.get(0)).isEqualTo(pieces.size());
      assertThat(column).isBetween(1, 48);
      assertThat(groupsX).isEqualTo(Math.ceilDiv(pieces.size(), column));
      assertThat(isSet("RAGGED")).isEqualTo(pieces.size() % column != 0);
      List<Piece> first = pieces.subList(0, column);
      checkList(first, first.getFirst().from);
      if (groupsX > 1) {
        checkNeighbours(pieces, first.getFirst().run);
      }
      long span = first.getLast().from + first.getLast().run - first.getFirst().from;
      long bytes = define("ROWS", 0) * span;
      assertThat(isSet("STREAMING") ? define("STAGE", 0) : bytes).isEqualTo(bytes);
      assertThat(Quirks.of(facts).clangForCpu() ? 0 : bytes).isLessThanOrEqualTo(24_576);
      copyCompiled(pieces, numbers.get(1), numbers.get(2));
    }

    /// How its lines are drawn together is proven by [io.cleave.opencl.route.compiled.DrawingTest].
    private void splitLines() {
      List<Piece> pieces = pieces();
      int column = Math.toIntExact(numbers.get(1));
      assertThat(numbers.get(0)).isEqualTo(pieces.size());
      assertThat(groupsX).isEqualTo(Math.ceilDiv(pieces.size(), column));
      assertThat(numbers.get(3))
          .isBetween(numbers.get(2) + numbers.get(4) * define("PITCH", 0), (long) data.length);
      int period = define("PERIOD", 0);
      assertThat(define("ROWS", 0) % period).isZero();
      assertThat(pieces).allMatch(piece -> period * piece.run % 64 == 0);
      Piece last = isSet("REPEATS") ? pieces.getFirst() : pieces.getLast();
      assertThat(define("WIDTH", 0)).isEqualTo(last.from + last.run - pieces.getFirst().from);
      if (isSet("REPEATS")) {
        checkNeighbours(pieces, pieces.getFirst().run);
      } else {
        assertThat(column).isEqualTo(pieces.size());
      }
      checkCompiler();
      copyCompiled(pieces, numbers.get(2), numbers.get(4));
    }

    private void splitColumns() {
      List<Piece> pieces = pieces();
      int columnParts = Math.toIntExact(numbers.get(1));
      long dataEnd = numbers.get(3);
      assertThat(numbers.get(0)).isEqualTo(pieces.size());
      assertThat(groupsX).isEqualTo(Math.ceilDiv(pieces.size(), columnParts));
      assertThat(define("RUN", 0)).isIn(1, 2, 4, 8);
      assertThat(columnParts * define("RUN", 0) % 16 == 0 || columnParts == pieces.size()).isTrue();
      assertThat(dataEnd)
          .isBetween(numbers.get(2) + numbers.get(4) * define("PITCH", 0), (long) data.length);
      assertThat(define("ROWS", 0) % 64).isZero();
      checkCompiler();
      checkNeighbours(pieces, define("RUN", 0));
      copyCompiled(pieces, numbers.get(2), numbers.get(4));
    }

    private void checkCompiler() {
      assertThat(Quirks.of(facts).clangForCpu()).isTrue();
      assertThat(define("LOOSE", 0)).isEqualTo(1);
    }

    private void checkNeighbours(List<Piece> pieces, long run) {
      for (int p = 0; p < pieces.size(); p++) {
        assertThat(pieces.get(p).from).isEqualTo(pieces.getFirst().from + p * run);
        assertThat(pieces.get(p).run).isEqualTo(run);
      }
    }

    private void checkList(List<Piece> pieces, long start) {
      StringBuilder list = new StringBuilder();
      for (int p = 0; p < pieces.size(); p++) {
        Piece piece = pieces.get(p);
        list.append("PART(%d,%d,%d)".formatted(p, piece.from - start, piece.run));
      }
      assertThat(defines.get("PARTS")).isEqualTo(list.toString());
    }

    private void copyCompiled(List<Piece> pieces, long dataAt, long rows) {
      long pitch = Long.parseLong(defines.getOrDefault("PITCH", ""));
      for (Piece piece : pieces) {
        assertThat((long) piece.width).isEqualTo(piece.run);
        copyTiles(piece, dataAt, pitch, rows, define("ROWS", 0), 8);
      }
    }
  }
}
