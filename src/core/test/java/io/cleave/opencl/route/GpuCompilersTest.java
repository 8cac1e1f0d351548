package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Route;
import io.cleave.opencl.session.ClKernel;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Assembly of every kernel that a GPU gets for the benchmarks' suite, by Debian's clang with the
/// built-in functions of libclc. A guard of speed, which takes minutes.
@Tag("thorough")
@Timeout(600)
class GpuCompilersTest extends RouterFixture {
  private static final Pattern LONG_DIVISION = Pattern.compile("\\b(?:div|rem)\\.[su]64");

  /// A compiler's target.
  ///
  /// @param library the built-in functions
  /// @param wideStore an instruction that stores 16 bytes
  /// @param spill what shows that registers did not suffice, or an array lies on a stack
  record Target(
      DeviceInfo device, String library, List<String> options, String wideStore, String spill) {
    @Override
    public String toString() {
      return device.device().platform();
    }
  }

  private static final List<Target> TARGETS =
      List.of(
          new Target(
              NVIDIA,
              "nvptx64--nvidiacl.bc",
              List.of("--target=nvptx64-nvidia-nvcl", "-march=sm_80"),
              "\\bst\\.global\\.v(?:4\\.[a-z]?32|2\\.[a-z]?64)",
              "__local_depot"),
          new Target(
              AMD,
              "gfx902-amdgcn--.bc",
              List.of("--target=amdgcn-amd-amdhsa", "-mcpu=gfx90a", "-nogpulib"),
              "\\b(?:global|flat)_store_dwordx4",
              "\\.[sv]gpr_spill_count: +[1-9]|\\.private_segment_fixed_size: +[1-9]"));

  private static final Path CLANG = Path.of("/usr/bin/clang-15");

  @TempDir private Path folder;

  static Stream<Arguments> kernels() {
    return TARGETS.stream()
        .flatMap(target -> kernels(target.device()).map(kernel -> Arguments.of(target, kernel)));
  }

  private static Stream<KernelVariant> kernels(DeviceInfo device) {
    Stream<Routing> moves =
        Stream.of(Suite.values())
            .map(shape -> shape.plan)
            .flatMap(
                plan ->
                    Stream.of(Route.PER_PART, Route.FUSED, Route.BITS)
                        .flatMap(
                            wish ->
                                Stream.of(packed(plan), SEPARATE)
                                    .map(place -> Router.route(device, plan, place, wish))));
    return Stream.concat(moves, conversions().map(plan -> route(device, plan, Route.FUSED)))
        .flatMap(routing -> routing.launches().stream())
        .filter(Launch.Kernel.class::isInstance)
        .map(launch -> ((Launch.Kernel) launch).kernel())
        .distinct();
  }

  private static Stream<SplitPlan> conversions() {
    SplitPlan pixels = equal(ElementType.U8, 1080 * 1920, 3, 3);
    SplitPlan floats = equal(ElementType.F32, 64, 150_000, 3);
    return Stream.of(
        pixels.converted(Conversion.to(ElementType.F16).scaled(0.1, 0)),
        rows(ElementType.U8, 1080 * 1920, 3, 1).converted(Conversion.to(ElementType.BF16)),
        rows(ElementType.U4, 4096, 1000, 2000)
            .converted(Conversion.to(ElementType.F16).dequantized(new double[] {2}, 8)),
        floats.converted(Conversion.to(ElementType.U8).scaled(255, 0)),
        floats.converted(Conversion.to(ElementType.F64)));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void compilesWell(Target target, KernelVariant kernel) throws Exception {
    Path library = Path.of("/usr/lib/clc", target.library());
    assumeTrue(
        Files.exists(CLANG) && Files.exists(library),
        "clang-15 and libclc-15 (Debian's names) are not installed");
    String assembly = assembly(target, kernel, library);
    assertThat(assembly).as("spills").doesNotContainPattern(target.spill());
    if (List.of("split_words", "split_local", "convert_local").contains(kernel.name())) {
      assertThat(assembly).as("stores 16 bytes").containsPattern(target.wideStore());
    }
    // A work-item of split_bits divides once, before its loop.
    assertThat(LONG_DIVISION.matcher(assembly).results().count())
        .as("64-bit divisions")
        .isLessThanOrEqualTo(kernel.name().equals("split_bits") ? 1 : 0);
  }

  private String assembly(Target target, KernelVariant kernel, Path library)
      throws IOException, InterruptedException {
    Path source = Files.writeString(folder.resolve("kernel.cl"), ClKernel.source(kernel));
    Path assembly = folder.resolve("kernel.s");
    List<String> command = new ArrayList<>(List.of(CLANG.toString()));
    command.addAll(List.of("-x", "cl", "-cl-std=CL1.2", "-O3", "-w"));
    command.addAll(List.of("-Xclang", "-finclude-default-header"));
    command.addAll(List.of("-Xclang", "-mlink-builtin-bitcode", "-Xclang", library.toString()));
    command.addAll(target.options());
    kernel.defines().forEach((name, value) -> command.add("-D%s=%s".formatted(name, value)));
    command.addAll(List.of("-S", source.toString(), "-o", assembly.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // What these tests preload into their own JVM is not for a compiler.
    builder.environment().remove("LD_PRELOAD");
    Process process = builder.start();
    String log = process.inputReader().readAllAsString();
    assertThat(process.waitFor()).as(log).isZero();
    return Files.readString(assembly);
  }
}
