package io.cleave.opencl.session;

import static org.lwjgl.opencl.CL10.CL_DEVICE_NOT_FOUND;
import static org.lwjgl.opencl.CL10.CL_SUCCESS;
import static org.lwjgl.opencl.KHRICD.CL_PLATFORM_NOT_FOUND_KHR;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The names of OpenCL's status codes, from the headers of OpenCL 3.0 and the ICD loader's
/// extension, but those of images, pipes, linked programs, other graphics interfaces and parts of
/// devices.
public final class ClStatus {
  private static final String NAMES =
      """
      0 SUCCESS, -1 DEVICE_NOT_FOUND, -2 DEVICE_NOT_AVAILABLE, -3 COMPILER_NOT_AVAILABLE,
      -4 MEM_OBJECT_ALLOCATION_FAILURE, -5 OUT_OF_RESOURCES, -6 OUT_OF_HOST_MEMORY,
      -7 PROFILING_INFO_NOT_AVAILABLE, -8 MEM_COPY_OVERLAP, -11 BUILD_PROGRAM_FAILURE,
      -12 MAP_FAILURE, -13 MISALIGNED_SUB_BUFFER_OFFSET,
      -14 EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, -30 INVALID_VALUE, -31 INVALID_DEVICE_TYPE,
      -32 INVALID_PLATFORM, -33 INVALID_DEVICE, -34 INVALID_CONTEXT, -35 INVALID_QUEUE_PROPERTIES,
      -36 INVALID_COMMAND_QUEUE, -37 INVALID_HOST_PTR, -38 INVALID_MEM_OBJECT, -42 INVALID_BINARY,
      -43 INVALID_BUILD_OPTIONS, -44 INVALID_PROGRAM, -45 INVALID_PROGRAM_EXECUTABLE,
      -46 INVALID_KERNEL_NAME, -47 INVALID_KERNEL_DEFINITION, -48 INVALID_KERNEL,
      -49 INVALID_ARG_INDEX, -50 INVALID_ARG_VALUE, -51 INVALID_ARG_SIZE, -52 INVALID_KERNEL_ARGS,
      -53 INVALID_WORK_DIMENSION, -54 INVALID_WORK_GROUP_SIZE, -55 INVALID_WORK_ITEM_SIZE,
      -56 INVALID_GLOBAL_OFFSET, -57 INVALID_EVENT_WAIT_LIST, -58 INVALID_EVENT,
      -59 INVALID_OPERATION, -61 INVALID_BUFFER_SIZE, -63 INVALID_GLOBAL_WORK_SIZE,
      -64 INVALID_PROPERTY, -72 MAX_SIZE_RESTRICTION_EXCEEDED, -1001 PLATFORM_NOT_FOUND_KHR
      """;

  private ClStatus() {}

  /// `CL_OUT_OF_RESOURCES (-5)`
  public static String name(int status) {
    Matcher entry = Pattern.compile("(?<!\\S)%s (\\w+)".formatted(status)).matcher(NAMES);
    return "%s (%s)".formatted(entry.find() ? "CL_" + entry.group(1) : "an unknown status", status);
  }

  /// Turns the status of a call into an exception.
  ///
  /// @throws OpenClException unless the call succeeded
  public static void check(String call, int status) {
    if (status != CL_SUCCESS) {
      throw new FailedCallException(call, status);
    }
  }

  /// The number of handles that a call has listed: none if the status says so, where a driver may
  /// leave garbage in the number.
  ///
  /// @throws OpenClException if the call failed
  public static int listed(String call, int status, int count) {
    if (status == CL_PLATFORM_NOT_FOUND_KHR || status == CL_DEVICE_NOT_FOUND) {
      return 0;
    }
    check(call, status);
    return count;
  }
}
