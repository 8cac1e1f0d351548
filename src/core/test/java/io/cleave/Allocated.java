package io.cleave;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Counts heap memory.
public final class Allocated {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocated() {}

  /// Bytes that this thread has allocated since it began.
  public static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
