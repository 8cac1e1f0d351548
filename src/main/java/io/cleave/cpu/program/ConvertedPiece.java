package io.cleave.cpu.program;

import io.cleave.cpu.convert.Bench;
import io.cleave.cpu.convert.PartConverter;
import io.cleave.cpu.convert.Unpacking;
import java.lang.foreign.MemorySegment;

/// One piece of what [Converted] does: runs that are gathered one by one.
final class ConvertedPiece {
  private final Call call;
  private final ConvertedParts parts;
  private final PartConverter[] converters;
  private final Unpacking unpacking;

  ConvertedPiece(Call call, ConvertedParts parts, PartConverter[] converters) {
    this.call = call;
    this.parts = parts;
    this.converters = converters;
    this.unpacking = Unpacking.of(parts.source());
  }

  /// Converts what lies from element `from` to element `to` of one row.
  void stretch(long row, long from, long to) {
    Bench bench = parts.bench(Converted.TILE);
    for (int i = parts.firstReaching(from); i < parts.count() && parts.offset(i) < to; i++) {
      long begin = Math.max(from - parts.offset(i), 0);
      long end = Math.min(to - parts.offset(i), parts.run(i));
      run(bench, i, row, begin, end);
    }
  }

  /// Converts rows, one part after the other.
  void rows(long first, long rows) {
    Bench bench = parts.bench(Converted.TILE);
    for (int i = 0; i < parts.count(); i++) {
      if (parts.run(i) < Converted.LONG_RUN) {
        shortRuns(bench, i, first, rows);
        continue;
      }
      for (long row = first; row < first + rows; row++) {
        run(bench, i, row, 0, parts.run(i));
      }
    }
  }

  /// Converts elements of one run.
  private void run(Bench bench, int part, long row, long begin, long end) {
    long inPart = row * parts.run(part);
    long inData = row * parts.row() + parts.offset(part);
    for (long done = begin; done < end; done += Converted.TILE) {
      int count = (int) Math.min(Converted.TILE, end - done);
      stage(inData + done, bench, 0, count);
      convert(part, bench, count, inPart + done);
    }
  }

  /// Converts many runs at a time.
  private void shortRuns(Bench bench, int part, long first, long rows) {
    int run = (int) parts.run(part);
    int perBench = Converted.TILE / run;
    for (long done = 0; done < rows; done += perBench) {
      int count = (int) Math.min(perBench, rows - done);
      for (int i = 0; i < count; i++) {
        stage((first + done + i) * parts.row() + parts.offset(part), bench, i * run, run);
      }
      convert(part, bench, count * run, (first + done) * run);
    }
  }

  /// @param from which element of the data
  private void stage(long from, Bench bench, int first, int count) {
    MemorySegment data = call.data();
    int width = parts.width();
    if (width == 0) {
      unpacking.unpack(data, from * parts.bits(), bench, first, count);
    } else {
      long bytes = (long) count * width;
      MemorySegment.copy(data, from * width, bench.staged(), (long) first * width, bytes);
    }
  }

  /// Converts what is staged.
  ///
  /// @param to which element of the part the first one becomes
  void convert(int part, Bench bench, int count, long to) {
    parts.convert(part, converters[part], bench, count, call.targets()[part], to);
  }
}
