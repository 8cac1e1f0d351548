package io.cleave.opencl.driver;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// The statuses that each function may return, but success: from the lists of errors in the
/// specification of OpenCL 3.0 (`clGetPlatformIDs` also from `cl_khr_icd`).
final class Statuses {
  /// That there is no device, or no platform.
  static final Set<Integer> NOBODY = Set.of(-1, -1001);

  private static final String TABLE =
      """
      clBuildProgram -44 -30 -33 -42 -43 -3 -11 -59 -5 -6
      clCreateBuffer -34 -64 -30 -61 -37 -4 -5 -6
      clCreateCommandQueue -34 -33 -30 -35 -5 -6
      clCreateContext -32 -64 -30 -33 -2 -59 -5 -6
      clCreateKernel -44 -45 -46 -47 -30 -5 -6
      clCreateProgramWithSource -34 -30 -5 -6
      clEnqueueCopyBuffer -36 -34 -38 -30 -57 -13 -8 -4 -5 -6
      clEnqueueMarkerWithWaitList -36 -34 -57 -5 -6
      clEnqueueNDRangeKernel -45 -36 -48 -34 -52 -53 -63 -56 -54 -55 -13 -40 -10 -5 -4 -57 -59 -6
      clEnqueueReadBuffer -36 -34 -38 -30 -57 -13 -14 -4 -59 -5 -6
      clEnqueueWriteBuffer -36 -34 -38 -30 -57 -13 -14 -4 -59 -5 -6
      clFinish -36 -5 -6
      clFlush -36 -5 -6
      clGetCommandQueueInfo -36 -30 -5 -6
      clGetDeviceIDs -32 -31 -30 -1 -5 -6
      clGetDeviceInfo -33 -30 -5 -6
      clGetEventInfo -30 -58 -5 -6
      clGetEventProfilingInfo -7 -30 -58 -5 -6
      clGetMemObjectInfo -30 -38 -5 -6
      clGetPlatformIDs -30 -6 -1001
      clGetPlatformInfo -32 -30 -6
      clGetProgramBuildInfo -33 -30 -44 -5 -6
      clReleaseCommandQueue -36 -5 -6
      clReleaseContext -34 -5 -6
      clReleaseEvent -58 -5 -6
      clReleaseKernel -48 -5 -6
      clReleaseMemObject -38 -5 -6
      clReleaseProgram -44 -5 -6
      clRetainCommandQueue -36 -5 -6
      clRetainContext -34 -5 -6
      clSetKernelArg -48 -49 -50 -38 -41 -70 -51 -72 -5 -6
      clWaitForEvents -30 -34 -58 -14 -5 -6
      """;

  private static final Map<String, List<Integer>> OF =
      TABLE
          .lines()
          .map(line -> line.split(" "))
          .collect(
              Collectors.toMap(
                  words -> words[0],
                  words -> Arrays.stream(words).skip(1).map(Integer::valueOf).toList()));

  private Statuses() {}

  /// Those of one function.
  static List<Integer> of(String function) {
    return Objects.requireNonNull(OF.get(function), () -> "the statuses of %s".formatted(function));
  }
}
