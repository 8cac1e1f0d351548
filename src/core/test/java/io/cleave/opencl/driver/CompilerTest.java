package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.lwjgl.opencl.CL10.CL_PROGRAM_BUILD_LOG;

import io.cleave.OpenClException;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.SplitCheck;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A compiler that refuses some builds, with a log.
@Tag("device")
class CompilerTest {
  private static final String LOST_FILE =
      "error: unable to rename temporary 'a.tmp' to output file 'a.cl': 'No such file or"
          + " directory'";

  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U4, 390, 5), 1, Cut.byLengths(2, 3));
  private static final SplitPlan OTHER =
      SplitPlan.of(Layout.of(ElementType.U8, 300, 3), 1, Cut.intoEqualParts(3));

  private TestSplitters<?, ?> device = TestSplitters.through(Binding.LWJGL);
  private int refusals;
  private String log = "";

  private @Nullable Object refuse(
      String function, @Nullable Object[] arguments, Interceptor.Real real) throws Throwable {
    if (function.equals("clBuildProgram") && refusals > 0) {
      refusals--;
      return -11;
    }
    if (function.equals("clGetProgramBuildInfo")
        && (int) Arguments.number(arguments, 2) == CL_PROGRAM_BUILD_LOG) {
      byte[] text = log.getBytes(StandardCharsets.UTF_8);
      if (!Arguments.isNull(arguments[5])) {
        Arguments.store(arguments[5], text.length);
      }
      if (!Arguments.isNull(arguments[4])) {
        Arguments.content(arguments[4], text.length).copyFrom(MemorySegment.ofArray(text));
      }
      return 0;
    }
    return real.with(arguments);
  }

  private Splitter refusing(int times, String text) {
    Splitter splitter = device.inPlace(Route.AUTO);
    SplitCheck.checkInPlace(splitter, OTHER, new Random(1));
    device.driver().intercept(this::refuse);
    device.driver().expect(null);
    refusals = times;
    log = text;
    return splitter;
  }

  private void isRefused(Splitter splitter) {
    assertThatExceptionOfType(OpenClException.class)
        .isThrownBy(() -> SplitCheck.checkInPlace(splitter, PLAN, new Random(1)))
        .withMessageStartingWith("clBuildProgram failed with CL_BUILD_PROGRAM_FAILURE (-11): ")
        .withMessageContaining(device.device().info().device().name())
        .withMessageContaining(log)
        .satisfies(e -> assertThat(e.status()).isEqualTo(-11));
  }

  private int builds() {
    return Collections.frequency(device.driver().calls(), "clBuildProgram");
  }

  /// PoCL's compiler loses its files where two processes compile at once.
  @Test
  void isAskedAgainWhereItLostItsFile() {
    try (Splitter splitter = refusing(3, LOST_FILE)) {
      SplitCheck.checkInPlace(splitter, PLAN, new Random(1));
    }
    assertThat(builds()).isEqualTo(4);
  }

  @Test
  void isNotAskedForEver() {
    try (Splitter splitter = refusing(1000, LOST_FILE)) {
      isRefused(splitter);
    }
    assertThat(builds()).isLessThan(100);
  }

  /// Plans that need other kernels are split all the same.
  @ParameterizedTest
  @EnumSource(names = {"LWJGL", "JOCL"})
  void isAskedOnceWhereTheKernelIsWrong(Binding binding) {
    device = TestSplitters.through(binding);
    try (Splitter splitter = refusing(2, "error: use of undeclared identifier 'word'")) {
      isRefused(splitter);
      SplitCheck.checkInPlace(splitter, OTHER, new Random(1));
      isRefused(splitter);
      assertThat(builds()).isEqualTo(2);
      SplitCheck.checkInPlace(splitter, PLAN, new Random(1));
    }
    assertThat(device.driver().live()).isEmpty();
  }
}
