package io.cleave.conformance;

import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;

/// How much a case may take to be tried.
///
/// @param bytes of data; at most what a Java array holds
record Workload(long bytes) {
  /// A reference, and a short string.
  private static final long STRING_BYTES = 128;

  /// The outputs' guards, and what the JVM needs to keep a part's shape, bytes and segments.
  private static final long PART_BYTES = 1024;

  private static final long MAX_BYTES = Integer.MAX_VALUE - 64;

  /// Leaves room in the heap for the expected parts, which take as much as the data, and for the
  /// case itself.
  private static final int HEAP_SHARE = 4;

  Workload {
    bytes = Math.min(bytes, MAX_BYTES);
  }

  /// A quarter of the heap.
  static Workload ofHeap() {
    return new Workload(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  boolean isExceededBy(SplitPlan plan) {
    return dataBytes(plan) > bytes - plan.partCount() * PART_BYTES;
  }

  String complaint(SplitPlan plan) {
    return "%s bytes of data in %s parts are too much for a limit of %s bytes; give the JVM more heap"
        .formatted(dataBytes(plan), plan.partCount(), bytes);
  }

  private static long dataBytes(SplitPlan plan) {
    long elements = plan.data().shape().elements();
    if (plan.data().type() == ElementType.STRING) {
      return elements > MAX_BYTES ? Long.MAX_VALUE : elements * STRING_BYTES;
    }
    return plan.data().type().bytes(elements);
  }
}
