package io.cleave.choice;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The memory of a split, as far as the choice of a candidate depends on it.
public enum MemoryClass {
  /// Native memory that is no file, at addresses where a device can work in place.
  NATIVE,
  /// Arrays, mapped files, and native memory at odd addresses. Plain Java survives a mapped file
  /// that is cut short meanwhile, and reports it; a device's driver would take the process with it.
  OTHER;

  /// What addresses must be multiples of: a kernel's widest word.
  private static final long DEVICE_ALIGNMENT = 16;

  /// The class of the memory of one call; nothing is allocated.
  public static MemoryClass of(MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    boolean isNative = isInPlace(data);
    for (int i = 0; isNative && i < parts.size(); i++) {
      MemorySegment part = parts.get(i);
      isNative = part == null || part.byteSize() == 0 || isInPlace(part);
    }
    return isNative ? NATIVE : OTHER;
  }

  private static boolean isInPlace(MemorySegment memory) {
    return memory.isNative() && !memory.isMapped() && memory.address() % DEVICE_ALIGNMENT == 0;
  }

  /// `native memory`
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT) + " memory";
  }
}
