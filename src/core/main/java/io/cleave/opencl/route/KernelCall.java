package io.cleave.opencl.route;

import io.cleave.opencl.route.Launch.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Collects what a kernel is compiled with and called with.
public final class KernelCall {
  private final String kernel;
  private final List<String> prelude = new ArrayList<>();
  private final List<String> shared = new ArrayList<>();
  private final Map<String, Object> defines = new TreeMap<>();
  private final List<Slot> slots = new ArrayList<>();

  /// A call of the kernel in the file of that name.
  ///
  /// @param shared files whose text comes before it, behind that of the outputs
  public KernelCall(String kernel, String... shared) {
    this.kernel = kernel;
    this.shared.addAll(List.of(shared));
  }

  /// A parameter of the compilation.
  public KernelCall define(String name, Object value) {
    defines.put(name, value);
    return this;
  }

  /// A parameter of the compilation that is 0 unless set.
  public KernelCall flag(String name, boolean set) {
    return set ? define(name, 1) : this;
  }

  /// The next argument is the data.
  public KernelCall data() {
    slots.add(new Slot.Data());
    return this;
  }

  /// The next argument is the output of one part.
  public KernelCall output(Stretch part) {
    slots.add(new Slot.Output(part.part()));
    return this;
  }

  /// The next arguments are these outputs.
  public KernelCall outputs(OutputGroup group) {
    if (group.arguments() > 1) {
      prelude.add("outputs");
      define("OUTPUTS", group.arguments());
      flag("LISTED", group.job().isOnCpu());
    }
    if (group.isByAddress()) {
      prelude.add("outputs");
      define("ADDRESSES", 1);
    }
    slots.addAll(group.slots());
    return this;
  }

  /// The next argument is a table.
  public KernelCall table(Table table) {
    slots.add(new Slot.Content(table));
    return this;
  }

  /// The next arguments are numbers of 64 bits.
  public KernelCall numbers(long... values) {
    for (long value : values) {
      slots.add(new Slot.Int64(value));
    }
    return this;
  }

  /// The next argument is a number of 32 bits.
  public KernelCall count(int value) {
    slots.add(new Slot.Int32(value));
    return this;
  }

  /// The finished launch.
  public Launch.Kernel over(Grid grid, String reason) {
    prelude.addAll(shared);
    return new Launch.Kernel(KernelVariant.of(kernel, prelude, defines), slots, grid, reason);
  }
}
