package io.cleave.opencl.driver;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers that a driver gives about its platform and device instead of the true ones.
///
/// @param platform the platform's name, or empty for the true one, which must be longer
/// @param numbers by the constants that ask for them
public record Pretence(String platform, Map<Integer, Long> numbers) {
  /// The truth.
  public static final Pretence NONE = new Pretence("", Map.of());

  private static final int PLATFORM_NAME = 0x0902;
  private static final int TYPE = 0x1000;
  private static final int MAX_MEM_ALLOC_SIZE = 0x1010;
  private static final int MAX_WORK_GROUP_SIZE = 0x1004;
  private static final int LOCAL_MEM_SIZE = 0x1023;
  private static final int SINGLE_FP_CONFIG = 0x101B;
  private static final int HOST_UNIFIED_MEMORY = 0x1035;

  /// A platform of another name, for which no workarounds are known.
  public static Pretence platform(String name) {
    return new Pretence(name, Map.of());
  }

  /// This device with a small largest buffer.
  public Pretence withLargestBuffer(long bytes) {
    return with(MAX_MEM_ALLOC_SIZE, bytes);
  }

  /// This device with so much local memory, and work-groups of so many work-items at most.
  public Pretence withGroups(long localMemory, long largest) {
    return with(LOCAL_MEM_SIZE, localMemory).with(MAX_WORK_GROUP_SIZE, largest);
  }

  /// This device as a GPU with memory of its own.
  public Pretence asAGpu() {
    return with(TYPE, 1 << 2).with(HOST_UNIFIED_MEMORY, 0);
  }

  /// This device as an accelerator, whose memory is the host's, but has to be made visible.
  public Pretence asAnAccelerator() {
    return with(TYPE, 1 << 3);
  }

  /// This device as a device that does not keep subnormal numbers.
  public Pretence flushing() {
    return with(SINGLE_FP_CONFIG, 1 << 1 | 1 << 2);
  }

  /// This device on a platform that is pretended already.
  public Pretence on(Pretence other) {
    return platform.isEmpty() ? new Pretence(other.platform, numbers) : this;
  }

  private Pretence with(int question, long answer) {
    Map<Integer, Long> more = new HashMap<>(numbers);
    more.put(question, answer);
    return new Pretence(platform, Map.copyOf(more));
  }

  /// Changes the answer to a question that was asked.
  void answer(String function, @Nullable Object[] arguments) {
    if (function.equals("clGetDeviceInfo")) {
      Long number = numbers.get((int) Signature.number(arguments, 1));
      if (number != null) {
        Signature.answer(arguments, number);
      }
    }
    if (function.equals("clGetPlatformInfo")
        && !platform.isEmpty()
        && Signature.number(arguments, 1) == PLATFORM_NAME) {
      Signature.answer(arguments, platform);
    }
  }
}
