package io.cleave.opencl.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Statuses of failing calls: those that mean something to a caller, and some of the many that do
/// not.
final class Statuses {
  /// That there is no device, or no platform.
  static final Set<Integer> NOBODY = Set.of(-1, -1001);

  private static final Map<String, Integer> OWN =
      Map.of(
          "clGetPlatformIDs", -1001,
          "clGetDeviceIDs", -1,
          "clBuildProgram", -11,
          "clCreateBuffer", -61,
          "clSetKernelArg", -51,
          "clEnqueueNDRangeKernel", -54,
          "clGetEventProfilingInfo", -7,
          "clWaitForEvents", -14);

  private Statuses() {}

  /// Those of a function: its own, those of the device or the host without memory, and a driver's.
  static List<Integer> of(String function) {
    List<Integer> all = new ArrayList<>(List.of(-4, -5, -6, -9999));
    all.add(OWN.getOrDefault(function, -30));
    return all;
  }
}
