package io.cleave.opencl.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All parts in one launch of a kernel that is compiled for the very geometry, see [CompiledShape];
/// for devices whose work-groups are threads of a processor. Only the number of rows is no part of
/// the geometry.
///
/// @param streaming whether stores bypass the caches
record CompiledRoute(boolean streaming) implements RoutePlanner {
  @Override
  public Optional<String> refusal(Job job) {
    if (job.countsBits()) {
      return Optional.of("a part begins or ends within a byte");
    }
    if (streaming && !job.facts().clang()) {
      return Optional.of("the compiler is not known to have stores that bypass the caches");
    }
    return CompiledShape.of(job, streaming).stream()
        .map(CompiledShape::refusal)
        .flatMap(Optional::stream)
        .findFirst();
  }

  @Override
  public List<Launch> launches(Job job) {
    List<Launch> launches = new ArrayList<>();
    for (CompiledShape shape : CompiledShape.of(job, streaming)) {
      for (RowTiles.Band band : new RowTiles(job.rows(), shape.rows()).bands(job.facts())) {
        launches.add(launch(shape, shape.group().rows(band.first(), band.count()), band));
      }
    }
    return launches;
  }

  private Launch launch(CompiledShape shape, OutputGroup group, RowTiles.Band band) {
    KernelCall call =
        new KernelCall(shape.kernel(), "lines")
            .flag("LOOSE", group.job().facts().clang())
            .flag("STREAMING", streaming)
            .define("PITCH", group.job().pitch())
            .define("ROWS", shape.rows());
    shape.define(call);
    call.data().outputs(group).table(group.pieces());
    shape.pass(call, group.job());
    Grid grid = Grid.ofGroups(shape.columns(), Math.ceilDiv(group.job().rows(), shape.rows()), 1);
    return call.over(grid, reason(shape) + group.reason() + band.reason());
  }

  private static String reason(CompiledShape shape) {
    return "compiled for rows of %s, %s a tile"
        .formatted(Bytes.text(shape.group().job().pitch()), shape.rows());
  }
}
