package io.cleave.opencl.fake;

import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.BuildException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The compiler of a fake device: what it has built, what was not given back, and what it refuses.
public final class FakeCompiler {
  private static final int BUILD_PROGRAM_FAILURE = -11;

  private final String device;
  private final Set<FakeKernel> kernels = new HashSet<>();
  private final Set<KernelVariant> asked = new LinkedHashSet<>();
  private Predicate<KernelVariant> refused = _ -> false;
  private int refusals;
  private String log = "";
  private int built;

  FakeCompiler(String device) {
    this.device = device;
  }

  /// The next so many builds are refused with this log.
  public void refuse(int times, String with) {
    refusals = times;
    log = with;
  }

  /// These are refused from now on.
  public void refuse(Predicate<KernelVariant> which) {
    refused = which;
  }

  FakeKernel build(KernelVariant variant, Consumer<FakeKernel> close) {
    built++;
    asked.add(variant);
    if (refused.test(variant)) {
      throw new BuildException(variant, device, BUILD_PROGRAM_FAILURE, "error: not this one");
    }
    if (refusals > 0) {
      refusals--;
      throw new BuildException(variant, device, BUILD_PROGRAM_FAILURE, log);
    }
    FakeKernel[] kernel = new FakeKernel[1];
    kernel[0] = new FakeKernel(variant, () -> close.accept(kernel[0]));
    kernels.add(kernel[0]);
    return kernel[0];
  }

  void close(FakeKernel kernel) {
    kernels.remove(kernel);
  }

  /// How many were not given back.
  public int live() {
    return kernels.size();
  }

  /// The variants that it was asked for, in the order in which it first was.
  public List<KernelVariant> asked() {
    return List.copyOf(asked);
  }

  public int built() {
    return built;
  }
}
