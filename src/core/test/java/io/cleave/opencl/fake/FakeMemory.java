package io.cleave.opencl.fake;

import io.cleave.backend.Region;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Device memory of a [FakeSession]. Memory that adopts host memory has bytes of its own: what the
/// device wrote comes to the host when it is published, and not before.
public final class FakeMemory {
  private static final byte POISON = (byte) 0xC3;

  /// The handle of no memory.
  static final FakeMemory NULL = of(0);

  public final MemorySegment bytes;
  final @Nullable MemorySegment host;
  private final @Nullable Region<FakeMemory> origin;

  private FakeMemory(
      MemorySegment bytes, @Nullable MemorySegment host, @Nullable Region<FakeMemory> origin) {
    this.bytes = bytes;
    this.host = host;
    this.origin = origin;
  }

  static FakeMemory of(long bytes) {
    MemorySegment memory = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
    return new FakeMemory(memory.fill(POISON), null, null);
  }

  static FakeMemory holding(MemorySegment content) {
    MemorySegment memory = MemorySegment.ofArray(new byte[Math.toIntExact(content.byteSize())]);
    return new FakeMemory(memory.copyFrom(content), null, null);
  }

  static FakeMemory adopting(MemorySegment host) {
    MemorySegment memory = MemorySegment.ofArray(new byte[Math.toIntExact(host.byteSize())]);
    return new FakeMemory(memory.copyFrom(host), host, null);
  }

  FakeMemory slice(long offset, long size) {
    return new FakeMemory(bytes.asSlice(offset, size), null, new Region<>(this, offset));
  }

  boolean isSlice() {
    return origin != null;
  }

  Region<FakeMemory> root() {
    return origin == null ? Region.of(this) : origin;
  }

  long alignment(long most) {
    return host == null ? most : Long.lowestOneBit(host.address() | most);
  }
}
