package io.cleave.opencl;

import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// Compiles kernels once.
final class Programs {
  /// Most plans share their variants; a program takes 1.2 MB in PoCL 3.1, and 2.8 MB in Intel's
  /// driver.
  private static final int KEPT = 64;

  /// The compilation of one kernel, for Java Flight Recorder.
  @Name("io.cleave.ProgramBuild")
  @Label("Program Build")
  @Category("Cleave")
  @Description("The compilation of one kernel for a device")
  @StackTrace(false)
  static final class BuildEvent extends Event {
    @Label("Device")
    String device = "";

    @Label("Kernel")
    @Description("The kernel and the parameters it was compiled with")
    String kernel = "";
  }

  private Programs() {}

  /// The most recently used kernels of a session.
  static LruCache<KernelVariant, ClKernel> of(ClSession<?, ?> session) {
    return new LruCache<>(KEPT, 0, _ -> 0, variant -> build(session, variant), ClKernel::close);
  }

  private static ClKernel build(ClSession<?, ?> session, KernelVariant variant) {
    BuildEvent event = new BuildEvent();
    event.begin();
    ClKernel kernel = session.build(variant);
    event.end();
    if (event.shouldCommit()) {
      event.device = session.facts().device().name();
      event.kernel = variant.toString();
      event.commit();
    }
    return kernel;
  }
}
