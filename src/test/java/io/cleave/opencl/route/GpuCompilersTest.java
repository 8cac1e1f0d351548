package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.backend.RouteName;
import io.cleave.opencl.route.GpuCompiler.Assembly;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.route.launch.KernelVariant;
import io.cleave.opencl.route.launch.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every kernel that a GPU gets for the shapes that performance is judged by, as the compilers of
/// NVIDIA and AMD see it.
class GpuCompilersTest {
  private static final List<RouteName> ROUTES =
      List.of(RouteName.GPU, RouteName.PER_PART, RouteName.FUSED, RouteName.BITS);

  @TempDir private Path folder;

  static Stream<Arguments> variants() {
    return Stream.of(GpuCompiler.values())
        .flatMap(compiler -> variants(compiler).map(variant -> Arguments.of(compiler, variant)));
  }

  private static Stream<KernelVariant> variants(GpuCompiler compiler) {
    DeviceFacts facts = compiler == GpuCompiler.NVIDIA ? RouterDevices.NVIDIA : RouterDevices.AMD;
    TreeSet<KernelVariant> variants = new TreeSet<>(Comparator.comparing(KernelVariant::toString));
    for (RouterSuite shape : RouterSuite.ALL) {
      for (RouteName wish : ROUTES) {
        for (boolean packed : new boolean[] {true, false}) {
          new Router(facts)
              .route(shape.plan(), shape.placement(packed), wish).launches().stream()
                  .map(launch -> launch instanceof Launch.Kernel run ? run.kernel() : null)
                  .filter(Objects::nonNull)
                  .forEach(variants::add);
        }
      }
    }
    return variants.stream();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void compilesWell(GpuCompiler compiler, KernelVariant variant)
      throws IOException, InterruptedException {
    assumeTrue(compiler.isInstalled(), "clang-15 and libclc-15 (Debian's names) are not installed");
    Assembly assembly = compiler.compile(variant, folder);
    assertThat(assembly.spills()).as("spills").isFalse();
    assertThat(assembly.storesWide() || !canStoreWide(variant)).as("stores 16 bytes").isTrue();
    // A work-item of split_bits divides once, before its loop.
    int divisions = variant.name().equals("split_bits") ? 1 : 0;
    assertThat(assembly.divisions()).as("64-bit divisions").isLessThanOrEqualTo(divisions);
  }

  private static boolean canStoreWide(KernelVariant variant) {
    return switch (variant.name()) {
      case "split_words", "split_local" -> true;
      case "copy_rows" ->
          variant.defines().containsKey("RAGGED") || "16".equals(variant.defines().get("WORD"));
      default -> false;
    };
  }
}
