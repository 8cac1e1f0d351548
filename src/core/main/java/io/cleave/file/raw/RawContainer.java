package io.cleave.file.raw;

import io.cleave.file.stored.Container;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.tensor.Layout;
import java.util.List;

/// A file of bare elements: nothing stands around the data.
public record RawContainer() implements Container {
  /// What stands around the data of this tensor: nothing.
  ///
  /// @throws IllegalArgumentException if the data is not little-endian and in C order
  public static RawContainer of(Layout tensor) {
    NamedLayout.requirePlain(tensor, "raw");
    return new RawContainer();
  }

  @Override
  public List<Long> data() {
    return List.of(0L);
  }

  @Override
  public List<Chunk> opening() {
    return List.of();
  }
}
