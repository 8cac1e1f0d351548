package io.cleave.file;

import io.cleave.file.npz.NpzCompressor;
import io.cleave.file.output.Outputs;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
import io.cleave.file.tensor.Reading;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.limit.InputLimits;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/// Compresses outputs that are complete. They are `.npz` files: no others can be compressed.
final class Compression {
  /// What was just written may be as large as it is.
  private static final Reading OURS = Reading.asStored().within(InputLimits.none());

  private Compression() {}

  static void apply(Outputs outputs) throws IOException {
    outputs.repack(NpzCompressor::compress);
  }

  /// Reads the compressed files to their ends, which compares their checksums: those of the data
  /// before it was compressed.
  static void check(Outputs outputs) throws IOException {
    for (Path file : outputs.temporaries()) {
      try (Arena arena = Arena.ofConfined()) {
        for (StoredTensor tensor : TensorFile.open(file, OURS, arena).tensors()) {
          read(tensor.content());
        }
      }
    }
  }

  private static void read(Content content) throws IOException {
    try (Pass pass = content.begin()) {
      for (long left = content.size(); left > 0; left -= LittleEndian.PIECE) {
        pass.next(Math.min(left, LittleEndian.PIECE));
      }
    }
  }
}
