package io.cleave.opencl.fake;

import io.cleave.backend.Device;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The memory of a fake device: what was not given back, and what is the user's.
public final class FakeStore {
  static final long BASE_ALIGNMENT = 128;

  private final DeviceInfo facts;
  private final Set<FakeMemory> memory = new HashSet<>();
  private final Set<FakeMemory> users = new HashSet<>();

  FakeStore(DeviceInfo facts) {
    this.facts = facts;
  }

  public static DeviceInfo facts(boolean sharesMemory) {
    return new DeviceInfo(
        new Device(Device.Kind.CPU, "Fakes", "a fake", 2, 1L << 30),
        "OpenCL 3.0 fake",
        BASE_ALIGNMENT,
        1L << 28,
        1L << 15,
        4096,
        sharesMemory,
        true,
        false,
        false);
  }

  /// The facts of a processor through a driver, of which Cleave knows what it bears.
  ///
  /// @param platform what the driver calls itself
  public static DeviceInfo processor(String platform) {
    return new DeviceInfo(
        new Device(Device.Kind.CPU, platform, "a processor", 2, 1L << 30),
        "OpenCL 3.0",
        128,
        1L << 28,
        1L << 15,
        4096,
        true,
        true,
        false,
        false);
  }

  FakeMemory users(FakeMemory theirs) {
    users.add(theirs);
    return theirs;
  }

  FakeMemory allocate(long bytes) {
    if (bytes < 1 || bytes > facts.maxAllocation()) {
      throw new AssertionError("%d bytes cannot be allocated".formatted(bytes));
    }
    return keep(FakeMemory.of(bytes));
  }

  FakeMemory constant(MemorySegment content) {
    NativeMemory.requireReadable(content);
    if (content.byteSize() < 1) {
      throw new AssertionError("a constant has bytes");
    }
    return keep(FakeMemory.holding(FakeQueue.requireNoFile(content)));
  }

  FakeMemory adopt(MemorySegment host, boolean writable) {
    if (writable) {
      NativeMemory.requireWritable(host);
    } else {
      NativeMemory.requireReadable(host);
    }
    return keep(FakeMemory.adopting(FakeQueue.requireNoFile(host)));
  }

  FakeMemory slice(FakeMemory whole, long offset, long bytes) {
    requireAlive(whole);
    if (whole.isSlice() || offset % BASE_ALIGNMENT != 0 || bytes < 1) {
      throw new AssertionError("no slice of %d bytes at %d".formatted(bytes, offset));
    }
    return keep(whole.slice(offset, bytes));
  }

  private FakeMemory keep(FakeMemory one) {
    memory.add(one);
    return one;
  }

  void free(FakeMemory freed) {
    if (!memory.remove(freed)) {
      throw new AssertionError("freed twice, or not the session's");
    }
  }

  FakeMemory requireAlive(FakeMemory used) {
    if (!knows(used)) {
      throw new AssertionError("memory that was freed is used");
    }
    return used;
  }

  /// Whether it is alive, and no other session's.
  boolean knows(FakeMemory used) {
    return memory.contains(used) || users.contains(used);
  }

  /// The host's memory that it is.
  MemorySegment requireAdopted(FakeMemory used) {
    MemorySegment host = requireAlive(used).host;
    if (host == null) {
      throw new AssertionError("only adopted memory is published");
    }
    return host;
  }

  /// The memory that an argument is, if it is any.
  Stream<FakeMemory> used(ClSession.Argument<FakeMemory> argument) {
    return argument instanceof ClSession.Argument.Memory<FakeMemory>(@Nullable FakeMemory used)
            && used != null
        ? Stream.of(requireAlive(used))
        : Stream.empty();
  }

  /// How much was not given back.
  int live() {
    return memory.size();
  }
}
