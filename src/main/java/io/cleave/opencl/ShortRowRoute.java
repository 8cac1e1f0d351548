package io.cleave.opencl;

import io.cleave.opencl.Table.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `split_short_rows`: all parts in one pass, for devices whose work-groups are threads of a
/// processor, compiled for the very geometry.
final class ShortRowRoute implements RoutePlanner {
  @Override
  public Optional<String> refusal(Job job) {
    if (job.countsBits()) {
      return Optional.of("a part begins or ends within a byte");
    }
    return ShortRows.of(job).stream().map(ShortRows::refusal).flatMap(Optional::stream).findFirst();
  }

  @Override
  public List<Launch> launches(Job job) {
    List<Launch> launches = new ArrayList<>();
    for (ShortRows shape : ShortRows.of(job)) {
      OutputGroup group = shape.group();
      for (RowTiles.Band band : new RowTiles(job.rows(), shape.rows()).bands(job.quirks())) {
        launches.add(launch(group.rows(band.first(), band.count()), shape, band));
      }
    }
    return launches;
  }

  private static Launch launch(OutputGroup group, ShortRows shape, RowTiles.Band band) {
    Job job = group.job();
    boolean clang = job.quirks().clangForCpu();
    KernelCall call = new KernelCall("split_short_rows");
    shape.define(call);
    call.flag("STREAMING", clang)
        .flag("UNALIGNED", clang)
        .data()
        .outputs(group)
        .table(Table.ofPieces(pieces(group)))
        .count(group.parts().size())
        .numbers(job.dataAt(), job.dataEnd(), job.rows());
    Grid grid = Grid.ofGroups(shape.columns(), Math.ceilDiv(job.rows(), shape.rows()), 1);
    return call.over(grid, reason(shape) + group.reason() + band.reason());
  }

  private static String reason(ShortRows shape) {
    return "compiled for rows of %s, %s a tile"
        .formatted(Bytes.text(shape.group().job().pitch()), shape.rows());
  }

  private static List<Piece> pieces(OutputGroup group) {
    List<Stretch> parts = group.parts();
    List<Piece> pieces = new ArrayList<>(parts.size());
    for (int n = 0; n < parts.size(); n++) {
      Stretch part = parts.get(n);
      int width = Math.toIntExact(part.run());
      pieces.add(new Piece(part.from(), part.to(), part.run(), width, group.output(n)));
    }
    return pieces;
  }
}
