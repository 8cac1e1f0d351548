package io.cleave.file;

import io.cleave.file.npz.NpzCompressor;
import io.cleave.file.output.Outputs;
import java.io.IOException;
import java.nio.file.Path;

/// Compresses outputs that are complete. They are `.npz` files: no others can be compressed.
final class Compression {
  private Compression() {}

  static void apply(Outputs outputs) throws IOException {
    outputs.repack(NpzCompressor::compress);
  }

  /// Reads the compressed files to their ends, which compares their checksums: those of the data
  /// before it was compressed.
  static void check(Outputs outputs) throws IOException {
    for (Path file : outputs.temporaries()) {
      NpzCompressor.check(file);
    }
  }
}
