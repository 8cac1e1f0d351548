package io.cleave.fuzz;

import io.cleave.file.Opened;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.format.Written;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files of tensors, whatever format they begin like: headers, and all data behind them.
///
/// @param file what is written for each input
record FileTarget(Path file) implements FuzzTarget {
  /// Prime, so that pieces end anywhere.
  private static final int PIECE = 1009;

  @Override
  public boolean accepts(byte[] input) throws IOException {
    Files.write(file, input);
    try (Arena arena = Arena.ofConfined()) {
      for (StoredTensor tensor : Opened.open(file, arena).tensors()) {
        int read = Written.read(tensor, PIECE).length;
        FuzzTarget.require(read == tensor.layout().bytes(), "%s of %s".formatted(read, tensor));
      }
    }
    return true;
  }
}
