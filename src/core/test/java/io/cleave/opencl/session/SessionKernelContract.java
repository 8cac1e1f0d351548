package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.OpenClException;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Kernels of sessions, through every library.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
abstract class SessionKernelContract<M, E> extends SessionMemoryContract<M, E> {
  @Test
  void aKernelWorksInAdoptedMemory() {
    MemorySegment to = longs(9, 9, 9);
    M input = session.adopt(longs(1, 2, 3), false);
    M output = session.adopt(to, true);
    ClKernel kernel = session.build(AFFINE);
    E done = affine(kernel, input, output, 10, 5, List.of());
    finish(session.read(output, 0, to, List.of(done)));
    assertThat(to.toArray(ValueLayout.JAVA_LONG)).containsExactly(15, 25, 35);
    session.release(done);
    kernel.close();
    session.free(input);
    session.free(output);
  }

  @Test
  void aKernelTakesEveryKindOfArgument() {
    M from = upload(longs(3, -4, 1L << 40));
    M to = session.allocate(24);
    try (ClKernel kernel = session.build(AFFINE)) {
      assertThat(kernel.variant()).isEqualTo(AFFINE);
      finish(affine(kernel, from, to, -2, 1L << 50, List.of()));
      assertThat(downloadLongs(to))
          .containsExactly((1L << 50) - 6, (1L << 50) + 8, (1L << 50) - (2L << 40));
      finish(affine(kernel, null, to, 7, 0, List.of()));
      assertThat(downloadLongs(to)).containsExactly(0, 7, 14);
    }
    session.free(from);
    session.free(to);
  }

  @Test
  void aKernelTakesNothingElse() {
    M to = session.allocate(8);
    try (ClKernel kernel = session.build(AFFINE)) {
      var arguments = affineArguments(null, to, 1, 0);
      var grid = new Grid(1, 1);
      List<@Nullable Object> swapped = new ArrayList<>(arguments);
      swapped.set(3, 1);
      fails(() -> launch(kernel, swapped, grid), "clSetKernelArg", "CL_INVALID_ARG_SIZE", "affine");
    }
    session.free(to);
  }

  @Test
  void groupsFitTheGridAndTheDevice() {
    M to = session.allocate(8);
    try (ClKernel kernel = session.build(AFFINE)) {
      var arguments = affineArguments(null, to, 1, 0);
      var ragged = new Grid(7, 2);
      fails(
          () -> launch(kernel, arguments, ragged),
          "clEnqueueNDRangeKernel",
          "CL_INVALID_WORK_GROUP_SIZE",
          "affine",
          ragged.toString(),
          session.facts().device().name());
      long much = Math.multiplyExact(session.facts().maxGroup(), 1024);
      assertThatExceptionOfType(OpenClException.class)
          .isThrownBy(() -> launch(kernel, arguments, new Grid(much, much)))
          .withMessageContaining("CL_INVALID_WORK_");
    }
    session.free(to);
  }

  @Test
  void aRefusedBuildSaysWhy() {
    var variant = new KernelVariant("split_words", List.of(), Map.of("GROUP", "nonsense"));
    assertThatExceptionOfType(OpenClException.class)
        .isThrownBy(() -> session.build(variant))
        .withMessageContainingAll(
            "split_words -D GROUP=nonsense for",
            session.facts().device().name(),
            "; the compiler says: ",
            "nonsense")
        .satisfies(e -> assertThat(e.status()).isEqualTo(ClStatus.BUILD_PROGRAM_FAILURE));
  }

  @Test
  void aFileWithoutItsKernelIsRefused() {
    var prelude = new KernelVariant("common", List.of(), Map.of());
    // Drivers differ in whether a program without any kernel is executable.
    assertThatExceptionOfType(OpenClException.class)
        .isThrownBy(() -> session.build(prelude))
        .withMessageStartingWith("clCreateKernel failed with CL_INVALID_")
        .withMessageContaining("common");
  }

  @Test
  void threadsShareAKernel() throws Exception {
    assumeNo(DriverFault.ONE_THREAD);
    try (ClKernel kernel = session.build(AFFINE);
        var threads = Executors.newFixedThreadPool(2)) {
      List<Callable<Long>> work = List.of(() -> sum(kernel, 1), () -> sum(kernel, 1000));
      List<Long> sums = new ArrayList<>();
      for (Future<Long> future : threads.invokeAll(work)) {
        sums.add(future.get());
      }
      assertThat(sums).containsExactly(31_125L, 31_125_000L);
    }
  }

  /// Launches 250 times with arguments of its own, and adds up what they gave.
  private long sum(ClKernel kernel, long scale) {
    M to = session.allocate(8);
    long sum = 0;
    for (int i = 0; i < 250; i++) {
      finish(affine(kernel, null, to, 1, i * scale, List.of()));
      sum += downloadLongs(to)[0];
    }
    session.free(to);
    return sum;
  }
}
