package io.cleave.opencl.route;

import java.util.List;

/// Command of a route. An immutable value: it names buffers, not their handles.
public sealed interface Launch {
  /// Why this command, in a few words.
  String reason();

  /// A kernel.
  ///
  /// @param kernel what to compile
  /// @param slots its arguments in order
  /// @param grid how many work-items
  record Kernel(KernelVariant kernel, List<Slot> slots, Grid grid, String reason)
      implements Launch {
    /// Copies the list.
    public Kernel {
      slots = List.copyOf(slots);
    }

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
  /// @param bytes how many
  record Copy(int part, long fromAt, long toAt, long bytes, String reason) implements Launch {
    /// `copy 4096 bytes of part 1`
    @Override
    public String toString() {
      return "copy %s bytes of part %s".formatted(bytes, part);
    }
  }

  /// Argument of a kernel.
  sealed interface Slot {
    /// The buffer of the data.
    record Data() implements Slot {}

    /// The buffer that a part goes to: its own, or the one for all when they are packed.
    ///
    /// @param part the part's index
    record Output(int part) implements Slot {}

    /// The addresses of all parts of the plan in the host's memory, as 64-bit numbers.
    record Addresses() implements Slot {}

    /// A table, made once and kept.
    ///
    /// @param table its content
    record Content(Table table) implements Slot {}

    /// A number.
    ///
    /// @param value a Long or an Integer, as the kernel takes it
    record Scalar(Number value) implements Slot {}
  }
}
