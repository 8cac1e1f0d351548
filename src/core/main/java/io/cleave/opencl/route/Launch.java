package io.cleave.opencl.route;

import java.nio.ByteBuffer;
import java.util.List;

/// Command of a route. An immutable value: it names buffers, not their handles.
public sealed interface Launch {
  /// The size of the work, in a few words.
  String reason();

  /// A kernel. Its arguments are the data, the outputs, the tables and the numbers, in this order.
  ///
  /// @param kernel the program to compile
  /// @param outputs the parts whose buffers it writes: their own, or the one for all when they are
  ///   packed; empty if it takes one buffer with the addresses of all parts of the plan in the
  ///   host's memory, as 64-bit numbers
  /// @param tables the contents of buffers that it reads, in the machine's byte order
  /// @param numbers of 64 bits
  /// @param grid the number of work-items
  record Kernel(
      KernelVariant kernel,
      List<Integer> outputs,
      List<ByteBuffer> tables,
      List<Long> numbers,
      Grid grid,
      String reason)
      implements Launch {
    /// `split_bits -D CHUNK=1 -D GROUP=256, global 1024, local 256`
    @Override
    public String toString() {
      return kernel + ", " + grid;
    }
  }

  /// A plain copy of one part.
  ///
  /// @param part the part's index
  /// @param fromAt the byte of the data's buffer
  /// @param toAt the byte of the part's buffer
  /// @param bytes the number of bytes
  record Copy(int part, long fromAt, long toAt, long bytes) implements Launch {
    @Override
    public String reason() {
      return "one piece of the data";
    }

    /// `copy 4096 bytes of part 1`
    @Override
    public String toString() {
      return "copy %s bytes of part %s".formatted(bytes, part);
    }
  }
}
