package io.cleave.cpu;

import io.cleave.cpu.loops.Bench;
import io.cleave.cpu.loops.PackedTable;
import io.cleave.cpu.loops.PartConverter;
import io.cleave.cpu.loops.Unpacking;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// One piece of what [Converted] does: runs that are gathered one by one.
final class ConvertedPiece {
  private final MemorySegment data;
  private final MemorySegment[] targets;
  private final ConvertedParts parts;
  private final PartConverter[] converters;
  private final Bench bench;
  private final @Nullable PackedTable[] packed;
  private final Unpacking unpacking;

  /// @param bench where runs are gathered
  ConvertedPiece(
      MemorySegment data,
      MemorySegment[] targets,
      ConvertedParts parts,
      PartConverter[] converters,
      @Nullable PackedTable[] packed,
      Bench bench) {
    this.packed = packed;
    this.bench = bench;
    this.data = data;
    this.targets = targets;
    this.parts = parts;
    this.converters = converters;
    this.unpacking = Unpacking.of(parts.source());
  }

  /// Converts what lies from element `from` to element `to` of one row.
  void stretch(long row, long from, long to) {
    for (int i = parts.firstReaching(from); i < parts.count() && parts.offset(i) < to; i++) {
      long begin = Math.max(from - parts.offset(i), 0);
      long end = Math.min(to - parts.offset(i), parts.run(i));
      run(i, row, begin, end);
    }
  }

  /// Converts rows, one part after the other.
  void rows(long first, long rows) {
    for (int i = 0; i < parts.count(); i++) {
      if (parts.run(i) < Converted.LONG_RUN) {
        shortRuns(i, first, rows);
        continue;
      }
      for (long row = first; row < first + rows; row++) {
        run(i, row, 0, parts.run(i));
      }
    }
  }

  MemorySegment data() {
    return data;
  }

  /// Converts elements of one run.
  private void run(int part, long row, long begin, long end) {
    long inPart = row * parts.run(part);
    long inData = row * parts.row() + parts.offset(part);
    PackedTable table = packed[part];
    if (table == null) {
      each(part, inPart, inData, begin, end);
      return;
    }
    int perByte = table.perByte();
    long first = Math.min(end, begin + Math.floorMod(-(inData + begin), (long) perByte));
    long last = end - (end - first) % perByte;
    each(part, inPart, inData, begin, first);
    for (long done = first; done < last; done += (long) Converted.TILE * perByte) {
      int count = (int) Math.min(Converted.TILE, (last - done) / perByte);
      long from = (inData + done) / perByte;
      table.convert(data, from, bench, count, targets[part], inPart + done);
    }
    each(part, inPart, inData, last, end);
  }

  private void each(int part, long inPart, long inData, long begin, long end) {
    for (long done = begin; done < end; done += Converted.TILE) {
      int count = (int) Math.min(Converted.TILE, end - done);
      stage(inData + done, 0, count);
      convert(part, bench, count, inPart + done);
    }
  }

  /// Converts many runs at a time.
  private void shortRuns(int part, long first, long rows) {
    int run = (int) parts.run(part);
    int perBench = Converted.TILE / run;
    for (long done = 0; done < rows; done += perBench) {
      int count = (int) Math.min(perBench, rows - done);
      for (int i = 0; i < count; i++) {
        stage((first + done + i) * parts.row() + parts.offset(part), i * run, run);
      }
      convert(part, bench, count * run, (first + done) * run);
    }
  }

  /// @param from which element of the data
  private void stage(long from, int first, int count) {
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
    parts.convert(part, converters[part], bench, count, targets[part], to);
  }
}
