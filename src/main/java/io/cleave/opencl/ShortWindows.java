package io.cleave.opencl;

import java.util.Optional;

/// Rows of a few bytes: `split_windows`.
record ShortWindows(OutputGroup group, long rows) implements CompiledShape {
  /// Longer rows do not fill half a window.
  static final long LONGEST = 32;

  private static final int WINDOW = 64;

  /// Bytes of a tile.
  private static final long TILE = 32_768;

  /// The same where it is staged: data and stage stay in the first cache together.
  private static final long STAGED_TILE = 16_384;

  static ShortWindows of(OutputGroup group, boolean streaming) {
    long tile = streaming ? STAGED_TILE : TILE;
    return new ShortWindows(group, CompiledShape.rows(group, tile, group.job().pitch()));
  }

  @Override
  public String kernel() {
    return "split_windows";
  }

  @Override
  public long columns() {
    return 1;
  }

  @Override
  public Optional<String> refusal() {
    return Optional.empty();
  }

  @Override
  public void define(KernelCall call) {
    long pitch = group.job().pitch();
    boolean wide = WINDOW % pitch == 0 || pitch > WINDOW / 4;
    call.define("PARTS", CompiledShape.list(group, 0)).define("WINDOW", wide ? WINDOW : WINDOW / 2);
  }

  @Override
  public void pass(KernelCall call, Job job) {
    call.numbers(job.dataAt(), job.rows());
  }
}
