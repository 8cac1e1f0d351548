package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.route.Launch.Slot;
import io.cleave.plan.BitOrder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.IntFunction;

/// One kernel being carried out: what it is called with, read as its head comment says and checked
/// for what all kernels require.
abstract class SimulatedKernel {
  static final BitOrder LOW_FIRST = BitOrder.LEAST_SIGNIFICANT_FIRST;

  final DeviceInfo facts;
  final byte[] data;
  final long dataAddress;
  private final IntFunction<RouterCanvas> outputs;
  private final Launch.Kernel kernel;
  final SortedMap<String, String> defines;
  final List<RouterCanvas> canvases = new ArrayList<>();
  private final List<ByteBuffer> tables = new ArrayList<>();
  final List<Long> numbers = new ArrayList<>();
  final int group;
  final long groupsX;
  final long groupsY;

  record Piece(long from, long to, long run, int width, RouterCanvas output) {}

  SimulatedKernel(
      Launch.Kernel kernel,
      DeviceInfo facts,
      byte[] data,
      long dataAddress,
      IntFunction<RouterCanvas> outputs) {
    this.facts = facts;
    this.data = data;
    this.dataAddress = dataAddress;
    this.outputs = outputs;
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
    assertThat(grid.globalY()).isLessThanOrEqualTo(facts.isCpu() ? Long.MAX_VALUE : 65_535);
    this.groupsX = grid.globalX() / group;
    this.groupsY = grid.globalY();
    readSlots();
    checkOutputs();
    checkPowers();
  }

  /// Carries it out.
  abstract void run();

  String name() {
    return kernel.kernel().name();
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
    } else if (kernel.kernel().name().equals("split_local")) {
      prelude.add("tile");
    }
    assertThat(kernel.kernel().prelude()).isEqualTo(prelude);
  }

  RouterCanvas output(int number) {
    return define("ADDRESSES", 0) == 1 ? outputs.apply(number) : canvases.get(number);
  }

  private void checkPowers() {
    int lanes = define("LANES", group);
    assertThat(Integer.bitCount(group)).isEqualTo(1);
    assertThat(Integer.bitCount(lanes)).isEqualTo(1);
    assertThat(lanes).isLessThanOrEqualTo(group);
  }

  int define(String name, int otherwise) {
    return Integer.parseInt(defines.getOrDefault(name, String.valueOf(otherwise)));
  }

  boolean isSet(String name) {
    return define(name, 0) != 0;
  }

  BitOrder order() {
    return isSet("MSB_FIRST") ? BitOrder.MOST_SIGNIFICANT_FIRST : LOW_FIRST;
  }

  List<Piece> pieces() {
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

  int[] ints() {
    int[] ints = new int[tables.get(1).remaining() / Integer.BYTES];
    tables.get(1).asIntBuffer().get(ints);
    return ints;
  }

  /// The pieces of each column; checks that columns are whole and none is empty.
  List<List<Piece>> columns() {
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

  /// Copies every tile of a piece.
  ///
  /// @param scale the bits of a unit
  void copyTiles(Piece piece, long dataAt, long pitch, long rows, long tileRows, int scale) {
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
}
