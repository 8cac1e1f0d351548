package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntFunction;

/// The kernels that are compiled for one geometry.
final class SimulatedLines extends SimulatedKernel {
  SimulatedLines(
      Launch.Kernel kernel,
      DeviceInfo facts,
      byte[] data,
      long dataAddress,
      IntFunction<RouterCanvas> outputs) {
    super(kernel, facts, data, dataAddress, outputs);
  }

  @Override
  void run() {
    switch (name()) {
      case "split_runs" -> splitRuns();
      case "split_lines" -> splitLines();
      default -> splitColumns();
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
    checkList(first, first.getFirst().from());
    if (groupsX > 1) {
      checkNeighbours(pieces, first.getFirst().run());
    }
    long span = first.getLast().from() + first.getLast().run() - first.getFirst().from();
    long bytes = define("ROWS", 0) * span;
    assertThat(isSet("STREAMING") ? define("STAGE", 0) : bytes).isEqualTo(bytes);
    assertThat(facts.clang() ? 0 : bytes).isLessThanOrEqualTo(24_576);
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
    assertThat(pieces).allMatch(piece -> period * piece.run() % 64 == 0);
    Piece last = isSet("REPEATS") ? pieces.getFirst() : pieces.getLast();
    assertThat(define("WIDTH", 0)).isEqualTo(last.from() + last.run() - pieces.getFirst().from());
    if (isSet("REPEATS")) {
      checkNeighbours(pieces, pieces.getFirst().run());
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
    assertThat(facts.clang()).isTrue();
    assertThat(define("LOOSE", 0)).isEqualTo(1);
  }

  private void checkNeighbours(List<Piece> pieces, long run) {
    for (int p = 0; p < pieces.size(); p++) {
      assertThat(pieces.get(p).from()).isEqualTo(pieces.getFirst().from() + p * run);
      assertThat(pieces.get(p).run()).isEqualTo(run);
    }
  }

  private void checkList(List<Piece> pieces, long start) {
    StringBuilder list = new StringBuilder();
    for (int p = 0; p < pieces.size(); p++) {
      Piece piece = pieces.get(p);
      list.append("PART(%d,%d,%d)".formatted(p, piece.from() - start, piece.run()));
    }
    assertThat(defines.get("PARTS")).isEqualTo(list.toString());
  }

  private void copyCompiled(List<Piece> pieces, long dataAt, long rows) {
    long pitch = Long.parseLong(defines.getOrDefault("PITCH", ""));
    for (Piece piece : pieces) {
      assertThat((long) piece.width()).isEqualTo(piece.run());
      copyTiles(piece, dataAt, pitch, rows, define("ROWS", 0), 8);
    }
  }
}
