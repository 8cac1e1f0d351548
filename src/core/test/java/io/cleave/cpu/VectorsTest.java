package io.cleave.cpu;

import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Jvm;
import io.cleave.Splitter;
import io.cleave.TableTest;
import io.cleave.Tensor;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What is found in JVMs that were started in other ways.
final class VectorsTest {
  private static final String MODULE = "--add-modules=jdk.incubator.vector";
  private static final String C2 = "-XX:TieredStopAtLevel=4";

  /// Prints the vectors, and whether they make the same parts as plain Java: runs of 5 loops.
  static final class Asked {
    public static void main(String[] args) {
      IO.print(Vectors.here());
      MemorySegment data = MemorySegment.ofArray(new Random(1).ints(20_000).toArray());
      for (long run : new long[] {1, 4, 12, 100, 500}) {
        SplitPlan plan = SplitPlan.of(Layout.of(U8, 80, 2 * run), 1, Cut.intoEqualParts(2));
        IO.print(split(CpuKernels.PLAIN, plan, data).equals(split(CpuKernels.VECTOR, plan, data)));
      }
    }

    private static List<ByteBuffer> split(CpuKernels kernels, SplitPlan plan, MemorySegment all) {
      MemorySegment data = all.asSlice(0, plan.data().bytes());
      try (Splitter by = CpuSplitter.open(1, kernels)) {
        return by.split(plan, data, Arena.ofAuto()).stream().map(Tensor::asByteBuffer).toList();
      }
    }
  }

  @TableTest(
      """
      -Xint                    | C2 is switched off (UseCompiler=false
      -XX:TieredStopAtLevel=1  | C2 is switched off (UseCompiler=true, TieredStopAtLevel=1)
      -XX:TieredStopAtLevel=3  | C2 is switched off (UseCompiler=true
      -Dcleave.vector=off      | switched off by -Dcleave.vector=off
      -Dcleave.vector=256      | -Dcleave.vector=256 is neither auto nor off
      """)
  void refuses(String option, String words) throws IOException {
    assertThat(Jvm.output(Asked.class, MODULE, C2, option)).startsWith("plain Java: " + words);
  }

  @Test
  void wantsTheModule() throws IOException {
    assertThat(Jvm.output(Asked.class))
        .startsWith("plain Java: this JVM runs without --add-modules jdk.incubator.vector, which");
  }

  @Test
  void wantsVectorsThatTheProcessorHas() throws IOException {
    assumeTrue(System.getProperty("os.arch").equals("amd64"));
    assertThat(Jvm.output(Asked.class, MODULE, C2, "-XX:UseAVX=1"))
        .isEqualTo("plain Java: vectors have 128 bits here, 256 are needed" + "true".repeat(5));
  }

  /// ARM64 has such vectors; those of x86 lack instructions.
  @Test
  void takesVectorsOf16Bytes() throws IOException {
    assertThat(Jvm.output(Asked.class, MODULE, C2, "-Dos.arch=aarch64", "-XX:MaxVectorSize=16"))
        .isEqualTo("vectors of 128 bits" + "true".repeat(5));
  }
}
