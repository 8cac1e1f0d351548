package io.cleave.opencl.jocl;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.BuildException;
import io.cleave.opencl.session.KernelSource;
import org.jocl.CL;
import org.jocl.cl_device_id;
import org.jocl.cl_kernel;
import org.jocl.cl_program;

/// Compiles kernels, one program for each.
final class JoclBuilder {
  private final JoclResources resources;

  JoclBuilder(JoclResources resources) {
    this.resources = resources;
  }

  /// Compiles a kernel.
  ///
  /// @throws BuildException if the compiler refuses
  JoclKernel build(KernelVariant variant) {
    var source = new String[] {KernelSource.of(variant)};
    cl_program program =
        resources.create(
            "clCreateProgramWithSource",
            variant::toString,
            status -> CL.clCreateProgramWithSource(resources.context(), 1, source, null, status));
    try {
      compile(variant, program);
      return take(variant, program);
    } catch (RuntimeException | Error e) {
      JoclCall.status(() -> CL.clReleaseProgram(program));
      throw e;
    }
  }

  private void compile(KernelVariant variant, cl_program program) {
    String options = "-cl-std=CL1.2 " + variant.options();
    var devices = new cl_device_id[] {resources.device()};
    int status = JoclCall.status(() -> CL.clBuildProgram(program, 1, devices, options, null, null));
    if (status != ClStatus.SUCCESS) {
      throw new BuildException(variant, resources.name(), status, log(program));
    }
  }

  /// A log that cannot be had must not hide that the build failed.
  private String log(cl_program program) {
    try {
      return JoclInfo.ofBuild(program, resources.device()).text(CL.CL_PROGRAM_BUILD_LOG);
    } catch (OpenClException e) {
      return "nothing (%s)".formatted(e.getMessage());
    }
  }

  private JoclKernel take(KernelVariant variant, cl_program program) {
    cl_kernel kernel =
        resources.create(
            "clCreateKernel",
            variant::toString,
            status -> CL.clCreateKernel(program, variant.name(), status));
    try {
      long parameters = JoclInfo.of(kernel).on(resources.name()).number(CL.CL_KERNEL_NUM_ARGS);
      return resources.addKernel(new JoclKernel(resources, variant, program, kernel, parameters));
    } catch (RuntimeException | Error e) {
      JoclCall.status(() -> CL.clReleaseKernel(kernel));
      throw e;
    }
  }
}
