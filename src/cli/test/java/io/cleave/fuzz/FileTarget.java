package io.cleave.fuzz;

import io.cleave.file.Limits;
import io.cleave.file.Opened;
import io.cleave.file.format.Entry;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.format.Written;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Files of tensors, whatever format they begin like: headers, and all data behind them.
///
/// @param file what is written for each input
record FileTarget(Path file) implements FuzzTarget {
  /// Prime, so that pieces end anywhere.
  private static final int PIECE = 1009;

  @Override
  public boolean accepts(byte[] input) throws IOException {
    Files.write(file, input);
    LimitCheck.of(input, this::listed);
    try (Arena arena = Arena.ofConfined()) {
      for (StoredTensor tensor : Opened.open(file, arena).tensors()) {
        int read = Written.read(tensor, PIECE).length;
        if (read != tensor.layout().bytes()) {
          throw new AssertionError("%s bytes of %s".formatted(read, tensor));
        }
      }
    }
    return true;
  }

  private String listed(Limits limits) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Opened read = Opened.open(file, ReadOptions.asStored().within(limits), arena);
      List<String> entries = read.entries().stream().map(FileTarget::told).toList();
      return String.join(" ", "" + entries, "" + read.others(), "" + read.metadata());
    }
  }

  private static String told(Entry entry) {
    return switch (entry) {
      case StoredTensor tensor -> tensor.name() + tensor.layout();
      case Entry.Unusable unusable -> unusable.toString();
    };
  }
}
