package io.cleave.opencl.driver;

import static org.lwjgl.opencl.CL10.CL_DEVICE_LOCAL_MEM_SIZE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_MAX_MEM_ALLOC_SIZE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_MAX_WORK_GROUP_SIZE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_SINGLE_FP_CONFIG;
import static org.lwjgl.opencl.CL10.CL_DEVICE_TYPE;
import static org.lwjgl.opencl.CL10.CL_PLATFORM_NAME;
import static org.lwjgl.opencl.CL11.CL_DEVICE_HOST_UNIFIED_MEMORY;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers that a driver gives about its platform and device instead of the true ones.
///
/// @param platform the platform's name, or empty for the true one, which must be longer
/// @param numbers by the constants that ask for them
public record DeviceAnswers(String platform, Map<Integer, Long> numbers) {
  /// The true answers.
  public static final DeviceAnswers TRUE = new DeviceAnswers("", Map.of());

  /// A platform of another name, for which no workarounds are known.
  public static DeviceAnswers platform(String name) {
    return new DeviceAnswers(name, Map.of());
  }

  /// This device with a small largest buffer.
  public DeviceAnswers withLargestBuffer(long bytes) {
    return with(CL_DEVICE_MAX_MEM_ALLOC_SIZE, bytes);
  }

  /// This device with so much local memory, and work-groups of so many work-items at most.
  public DeviceAnswers withGroups(long localMemory, long largest) {
    return with(CL_DEVICE_LOCAL_MEM_SIZE, localMemory).with(CL_DEVICE_MAX_WORK_GROUP_SIZE, largest);
  }

  /// This device as a GPU with memory of its own.
  public DeviceAnswers asAGpu() {
    return with(CL_DEVICE_TYPE, 1 << 2).with(CL_DEVICE_HOST_UNIFIED_MEMORY, 0);
  }

  /// This device as an accelerator, whose memory is the host's, but has to be made visible.
  public DeviceAnswers asAnAccelerator() {
    return with(CL_DEVICE_TYPE, 1 << 3);
  }

  /// This device as a device that does not keep subnormal numbers.
  public DeviceAnswers flushing() {
    return with(CL_DEVICE_SINGLE_FP_CONFIG, 1 << 1 | 1 << 2);
  }

  /// This device on the platform of other answers.
  public DeviceAnswers on(DeviceAnswers other) {
    return platform.isEmpty() ? new DeviceAnswers(other.platform, numbers) : this;
  }

  private DeviceAnswers with(int question, long answer) {
    Map<Integer, Long> more = new HashMap<>(numbers);
    more.put(question, answer);
    return new DeviceAnswers(platform, Map.copyOf(more));
  }

  /// Changes the answer to a question that was asked.
  void answer(String function, @Nullable Object[] arguments) {
    if (function.equals("clGetDeviceInfo")) {
      Long number = numbers.get((int) Arguments.number(arguments, 1));
      if (number != null) {
        Arguments.answer(arguments, number);
      }
    }
    if (function.equals("clGetPlatformInfo")
        && !platform.isEmpty()
        && Arguments.number(arguments, 1) == CL_PLATFORM_NAME) {
      Arguments.answer(arguments, platform);
    }
  }
}
