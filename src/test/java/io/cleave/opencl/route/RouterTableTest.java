package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.RouteName;
import io.cleave.opencl.route.job.DeviceFacts;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What each kind of device gets for the shapes that performance is judged by.
class RouterTableTest {

  @Test
  void poclPacked() {
    check(
        RouterDevices.POCL,
        RouteName.AUTO,
        true,
        """
        A_QKV      streamed      1 x split_tiles -D FETCH=4 -D STREAMING=1 -D UNALIGNED=1, global 3 x 4096, local 1 x 1
        B_ROWS16   streamed      1 x split_lines -D LOOSE=1 -D PARTS=PART(0,0,4,4,0,0,F4(0))PART(1,4,8,2,4,0,F2(0)...)PART(2,12,20,2,12,0,F2(0)...)PART(3,32,32,1,32,0,F1(0)...) -D PERIOD=16 -D PITCH=64 -D ROWS=128 -D SLACK=64 -D STREAMING=1 -D WIDTH=64, global 1 x 16384, local 1 x 1
        C_NCHW     streamed      1 x split_tiles -D FETCH=4 -D STREAMING=1 -D UNALIGNED=1, global 196 x 32, local 1 x 1
        D_HWC      streamed      1 x split_lines -D LOOSE=1 -D PARTS=PART(0,0,1,3,0,0,S4(0))PART(1,1,1,3,0,1,S4(0))PART(2,2,1,3,0,2,S4(0)) -D PERIOD=64 -D PITCH=3 -D ROWS=2688 -D SLACK=48 -D STREAMING=1 -D WIDTH=3, global 1 x 12484, local 1 x 1
        E_AXIS0    streamed      1 x split_tiles -D FETCH=4 -D STREAMING=1 -D UNALIGNED=1, global 12288 x 1, local 1 x 1
        F_MANY     streamed      1 x split_lines -D LOOSE=1 -D PARTS=PART(0,0,256,1,0,0,S1(0)...) -D PERIOD=1 -D PITCH=16384 -D REPEATS=1 -D ROWS=1 -D SLACK=16 -D STREAMING=1 -D WIDTH=256, global 2 x 8192, local 1 x 1
        G_ODD      streamed      1 x split_lines -D LOOSE=1 -D PARTS=PART(0,0,33,2,0,0,F2(0)...)PART(1,33,7,4,33,0,F4(0)...)PART(2,40,60,2,40,0,F2(0)...) -D PERIOD=64 -D PITCH=100 -D ROWS=64 -D SLACK=64 -D STREAMING=1 -D WIDTH=100, global 1 x 16384, local 1 x 1
        H_ISSUE    streamed      1 x split_tiles -D FETCH=4 -D STREAMING=1 -D UNALIGNED=1, global 10 x 32, local 1 x 1
        I_TINY     fused         1 x split_tiles -D FETCH=4 -D UNALIGNED=1, global 1 x 1, local 1 x 1
        J_TAIL     streamed      1 x split_tiles -D FETCH=4 -D STREAMING=1 -D UNALIGNED=1, global 2 x 2048, local 1 x 1
        K_NIBBLES  bits          1 x split_bits -D CHUNK=1024 -D FETCH=4 -D GROUP=1 -D STREAMING=1 -D UNALIGNED=1, global 8196 x 1, local 1 x 1
        L_THOUSAND streamed      1 x split_lines -D LOOSE=1 -D PARTS=PART(0,0,12,2,0,0,F2(0)...) -D PERIOD=16 -D PITCH=12000 -D REPEATS=1 -D ROWS=16 -D SLACK=32 -D STREAMING=1 -D WIDTH=12, global 24 x 256, local 1 x 1\
        """);
  }

  @Test
  void poclSeparate() {
    check(
        RouterDevices.POCL,
        RouteName.AUTO,
        false,
        """
        A_QKV      streamed      1 x split_tiles -D FETCH=4 -D LISTED=1 -D OUTPUTS=4 -D STREAMING=1 -D UNALIGNED=1, global 3 x 4096, local 1 x 1
        B_ROWS16   streamed      1 x split_lines -D LISTED=1 -D LOOSE=1 -D OUTPUTS=4 -D PARTS=PART(0,0,4,4,0,0,F4(0))PART(1,4,8,2,4,0,F2(0)...)PART(2,12,20,2,12,0,F2(0)...)PART(3,32,32,1,32,0,F1(0)...) -D PERIOD=16 -D PITCH=64 -D ROWS=128 -D SLACK=64 -D STREAMING=1 -D WIDTH=64, global 1 x 16384, local 1 x 1
        C_NCHW     streamed      1 x split_tiles -D FETCH=4 -D LISTED=1 -D OUTPUTS=4 -D STREAMING=1 -D UNALIGNED=1, global 196 x 32, local 1 x 1
        D_HWC      streamed      1 x split_lines -D LISTED=1 -D LOOSE=1 -D OUTPUTS=4 -D PARTS=PART(0,0,1,3,0,0,S4(0))PART(1,1,1,3,0,1,S4(0))PART(2,2,1,3,0,2,S4(0)) -D PERIOD=64 -D PITCH=3 -D ROWS=2688 -D SLACK=48 -D STREAMING=1 -D WIDTH=3, global 1 x 12484, local 1 x 1
        E_AXIS0    streamed      1 x split_tiles -D FETCH=4 -D LISTED=1 -D OUTPUTS=4 -D STREAMING=1 -D UNALIGNED=1, global 12288 x 1, local 1 x 1
        F_MANY     streamed      1 x split_lines -D LISTED=1 -D LOOSE=1 -D OUTPUTS=64 -D PARTS=PART(0,0,256,1,0,0,S1(0)...) -D PERIOD=1 -D PITCH=16384 -D REPEATS=1 -D ROWS=1 -D SLACK=16 -D STREAMING=1 -D WIDTH=256, global 2 x 8192, local 1 x 1
        G_ODD      streamed      1 x split_lines -D LISTED=1 -D LOOSE=1 -D OUTPUTS=4 -D PARTS=PART(0,0,33,2,0,0,F2(0)...)PART(1,33,7,4,33,0,F4(0)...)PART(2,40,60,2,40,0,F2(0)...) -D PERIOD=64 -D PITCH=100 -D ROWS=64 -D SLACK=64 -D STREAMING=1 -D WIDTH=100, global 1 x 16384, local 1 x 1
        H_ISSUE    streamed      2 x split_tiles -D FETCH=4 -D LISTED=1 -D OUTPUTS=64 -D STREAMING=1 -D UNALIGNED=1, global 6 x 16, local 1 x 1
        I_TINY     fused         1 x split_tiles -D FETCH=4 -D LISTED=1 -D OUTPUTS=4 -D UNALIGNED=1, global 1 x 1, local 1 x 1
        J_TAIL     streamed      1 x split_tiles -D FETCH=4 -D LISTED=1 -D OUTPUTS=4 -D STREAMING=1 -D UNALIGNED=1, global 2 x 2048, local 1 x 1
        K_NIBBLES  bits          1 x split_bits -D CHUNK=1024 -D FETCH=4 -D GROUP=1 -D LISTED=1 -D OUTPUTS=8 -D STREAMING=1 -D UNALIGNED=1, global 8196 x 1, local 1 x 1
        L_THOUSAND streamed     16 x split_lines -D LISTED=1 -D LOOSE=1 -D OUTPUTS=64 -D PARTS=PART(0,0,12,2,0,0,F2(0)...) -D PERIOD=16 -D PITCH=12000 -D REPEATS=1 -D ROWS=16 -D SLACK=32 -D STREAMING=1 -D WIDTH=12, global 2 x 256, local 1 x 1\
        """);
  }

  @Test
  void poclPerPart() {
    check(
        RouterDevices.POCL,
        RouteName.PER_PART,
        false,
        """
        A_QKV      per-part      3 x copy_rows -D GROUP=1 -D LANES=1 -D STREAMING=1 -D WORD=16, global 1 x 1024, local 1 x 1
        B_ROWS16   per-part      4 x copy_rows -D GROUP=1 -D LANES=1 -D WORD=4, global 1 x 128, local 1 x 1
        C_NCHW     per-part      3 x copy_rows -D GROUP=1 -D LANES=1 -D STREAMING=1 -D WORD=16, global 13 x 32, local 1 x 1
        D_HWC      per-part      3 x copy_rows -D GROUP=1 -D LANES=1 -D WORD=1, global 1 x 512, local 1 x 1
        E_AXIS0    per-part      3 x copy_rows -D GROUP=1 -D LANES=1 -D STREAMING=1 -D WORD=16, global 512 x 1, local 1 x 1
        F_MANY     per-part     64 x copy_rows -D GROUP=1 -D LANES=1 -D STREAMING=1 -D WORD=16, global 1 x 32, local 1 x 1
        G_ODD      per-part      3 x copy_rows -D GROUP=1 -D LANES=1 -D WORD=1, global 1 x 529, local 1 x 1
        H_ISSUE    per-part     96 x copy_rows -D GROUP=1 -D LANES=1 -D RAGGED=1 -D STREAMING=1 -D UNALIGNED=1 -D WORD=4, global 1 x 2, local 1 x 1
        I_TINY     per-part      3 x copy_rows -D GROUP=1 -D LANES=1 -D STREAMING=1 -D WORD=16, global 1 x 1, local 1 x 1
        J_TAIL     per-part      2 x copy_rows -D GROUP=1 -D LANES=1 -D RAGGED=1 -D STREAMING=1 -D UNALIGNED=1 -D WORD=2, global 1 x 2048, local 1 x 1
        K_NIBBLES  per-part      6 x split_bits -D CHUNK=1024 -D FETCH=4 -D GROUP=1 -D STREAMING=1 -D UNALIGNED=1, global 1366 x 1, local 1 x 1
        L_THOUSAND per-part   1000 x copy_rows -D GROUP=1 -D LANES=1 -D WORD=4, global 1 x 1, local 1 x 1\
        """);
  }

  @Test
  void rusticl() {
    check(
        RouterDevices.RUSTICL,
        RouteName.AUTO,
        true,
        """
        A_QKV      fused         1 x split_tiles -D FETCH=0, global 3 x 4096, local 1 x 1
        B_ROWS16   fused         1 x split_tiles -D FETCH=0, global 2 x 13108, local 1 x 1
        C_NCHW     fused         1 x split_tiles -D FETCH=0, global 196 x 32, local 1 x 1
        D_HWC      fused         1 x split_tiles -D FETCH=0, global 1 x 65536, local 1 x 1
        E_AXIS0    fused         1 x split_tiles -D FETCH=0, global 12288 x 1, local 1 x 1
        F_MANY     fused         1 x split_tiles -D FETCH=0, global 2 x 8192, local 1 x 1
        G_ODD      fused         1 x split_tiles -D FETCH=0, global 2 x 8192, local 1 x 1
        H_ISSUE    fused         1 x split_tiles -D FETCH=0, global 22 x 32, local 1 x 1
        I_TINY     fused         1 x split_tiles -D FETCH=0, global 1 x 1, local 1 x 1
        J_TAIL     fused         1 x split_tiles -D FETCH=0, global 2 x 8192, local 1 x 1
        K_NIBBLES  bits          1 x split_bits -D CHUNK=256 -D FETCH=0 -D GROUP=1, global 32766 x 1, local 1 x 1
        L_THOUSAND fused         1 x split_tiles -D FETCH=0, global 11 x 512, local 1 x 1\
        """);
  }

  @Test
  void nvidiaPacked() {
    check(
        RouterDevices.NVIDIA,
        RouteName.AUTO,
        true,
        """
        A_QKV      gpu           1 x split_words -D GROUP=256 -D LANES=256, global 768 x 4096, local 256 x 1
        B_ROWS16   gpu           1 x split_local -D GROUP=256 -D LANES=128 -D TILE=16512 -D WHOLE_ROWS=1 -D WORDS=1, global 256 x 8192, local 256 x 1
        C_NCHW     gpu           1 x split_words -D GROUP=256 -D LANES=256, global 50176 x 32, local 256 x 1
        D_HWC      gpu           1 x split_local -D GROUP=256 -D LANES=256 -D TILE=16384 -D WHOLE_ROWS=1, global 256 x 8192, local 256 x 1
        E_AXIS0    copies        3 x copy 33554432 bytes of part 0
        F_MANY     gpu           1 x split_words -D GROUP=256 -D LANES=16, global 1024 x 1024, local 256 x 1
        G_ODD      gpu           1 x split_local -D GROUP=256 -D LANES=256 -D TILE=16384 -D WHOLE_ROWS=1, global 256 x 6554, local 256 x 1
        H_ISSUE    gpu           1 x split_local -D GROUP=256 -D LANES=256 -D TILE=24448 -D WORDS=1, global 9216 x 32, local 256 x 1
        I_TINY     gpu           1 x split_words -D GROUP=256 -D LANES=8, global 256 x 1, local 256 x 1
        J_TAIL     gpu           1 x split_local -D GROUP=256 -D LANES=256 -D TILE=16512 -D WHOLE_ROWS=1, global 256 x 8192, local 256 x 1
        K_NIBBLES  gpu           1 x split_local -D GROUP=256 -D LANES=256 -D TILE=22528, global 1536 x 512, local 256 x 1
        L_THOUSAND gpu           1 x split_local -D GROUP=256 -D LANES=32 -D TILE=24064 -D WORDS=1, global 4352 x 128, local 256 x 1\
        """);
  }

  @Test
  void nvidiaSeparate() {
    check(
        RouterDevices.NVIDIA,
        RouteName.AUTO,
        false,
        """
        A_QKV      gpu           1 x split_words -D GROUP=256 -D LANES=256 -D OUTPUTS=4, global 768 x 4096, local 256 x 1
        B_ROWS16   gpu           1 x split_local -D GROUP=256 -D LANES=128 -D OUTPUTS=4 -D TILE=16512 -D WHOLE_ROWS=1 -D WORDS=1, global 256 x 8192, local 256 x 1
        C_NCHW     gpu           1 x split_words -D GROUP=256 -D LANES=256 -D OUTPUTS=4, global 50176 x 32, local 256 x 1
        D_HWC      gpu           1 x split_local -D GROUP=256 -D LANES=256 -D OUTPUTS=4 -D TILE=16384 -D WHOLE_ROWS=1, global 256 x 8192, local 256 x 1
        E_AXIS0    copies        3 x copy 33554432 bytes of part 0
        F_MANY     gpu           1 x split_words -D GROUP=256 -D LANES=16 -D OUTPUTS=64, global 1024 x 1024, local 256 x 1
        G_ODD      gpu           1 x split_local -D GROUP=256 -D LANES=256 -D OUTPUTS=4 -D TILE=16384 -D WHOLE_ROWS=1, global 256 x 6554, local 256 x 1
        H_ISSUE    gpu           2 x split_local -D GROUP=256 -D LANES=256 -D OUTPUTS=64 -D TILE=23552 -D WORDS=1, global 2048 x 32, local 256 x 1
        I_TINY     gpu           1 x split_words -D GROUP=256 -D LANES=8 -D OUTPUTS=4, global 256 x 1, local 256 x 1
        J_TAIL     gpu           1 x split_local -D GROUP=256 -D LANES=256 -D OUTPUTS=4 -D TILE=16512 -D WHOLE_ROWS=1, global 256 x 8192, local 256 x 1
        K_NIBBLES  gpu           1 x split_local -D GROUP=256 -D LANES=256 -D OUTPUTS=8 -D TILE=22528, global 1536 x 512, local 256 x 1
        L_THOUSAND gpu          16 x split_local -D GROUP=256 -D LANES=32 -D OUTPUTS=64 -D TILE=24064 -D WORDS=1, global 512 x 128, local 256 x 1\
        """);
  }

  @Test
  void nvidiaPerPart() {
    check(
        RouterDevices.NVIDIA,
        RouteName.PER_PART,
        true,
        """
        A_QKV      per-part      3 x copy_rows -D GROUP=256 -D LANES=256 -D WORD=16, global 256 x 4096, local 256 x 1
        B_ROWS16   per-part      4 x copy_rows -D GROUP=256 -D LANES=1 -D WORD=4, global 256 x 512, local 256 x 1
        C_NCHW     per-part      3 x copy_rows -D GROUP=256 -D LANES=256 -D WORD=16, global 12544 x 32, local 256 x 1
        D_HWC      per-part      3 x copy_rows -D GROUP=256 -D LANES=1 -D WORD=1, global 256 x 2048, local 256 x 1
        E_AXIS0    per-part      3 x copy_rows -D GROUP=256 -D LANES=256 -D WORD=16, global 524288 x 1, local 256 x 1
        F_MANY     per-part     64 x copy_rows -D GROUP=256 -D LANES=16 -D WORD=16, global 256 x 128, local 256 x 1
        G_ODD      per-part      3 x copy_rows -D GROUP=256 -D LANES=64 -D WORD=1, global 256 x 2115, local 256 x 1
        H_ISSUE    per-part     96 x copy_rows -D GROUP=256 -D LANES=32 -D RAGGED=1 -D WORD=4, global 256 x 6, local 256 x 1
        I_TINY     per-part      3 x copy_rows -D GROUP=256 -D LANES=4 -D WORD=16, global 256 x 1, local 256 x 1
        J_TAIL     per-part      2 x copy_rows -D GROUP=256 -D LANES=128 -D RAGGED=1 -D WORD=2, global 256 x 8192, local 256 x 1
        K_NIBBLES  per-part      6 x split_bits -D CHUNK=1 -D FETCH=0 -D GROUP=256, global 1398016 x 1, local 256 x 1
        L_THOUSAND per-part   1000 x copy_rows -D GROUP=256 -D LANES=4 -D WORD=4, global 256 x 4, local 256 x 1\
        """);
  }

  @Test
  void amdSeparate() {
    check(
        RouterDevices.AMD,
        RouteName.AUTO,
        false,
        """
        A_QKV      gpu           1 x split_words -D GROUP=256 -D LANES=256 -D OUTPUTS=4, global 768 x 4096, local 256 x 1
        B_ROWS16   gpu           1 x split_local -D GROUP=256 -D LANES=128 -D OUTPUTS=4 -D TILE=16512 -D WHOLE_ROWS=1 -D WORDS=1, global 256 x 8192, local 256 x 1
        C_NCHW     gpu           1 x split_words -D GROUP=256 -D LANES=256 -D OUTPUTS=4, global 50176 x 32, local 256 x 1
        D_HWC      gpu           1 x split_local -D GROUP=256 -D LANES=256 -D OUTPUTS=4 -D TILE=16384 -D WHOLE_ROWS=1, global 256 x 8192, local 256 x 1
        E_AXIS0    copies        3 x copy 33554432 bytes of part 0
        F_MANY     gpu           4 x split_words -D GROUP=256 -D LANES=16 -D OUTPUTS=16, global 256 x 1024, local 256 x 1
        G_ODD      gpu           1 x split_local -D GROUP=256 -D LANES=256 -D OUTPUTS=4 -D TILE=16384 -D WHOLE_ROWS=1, global 256 x 6554, local 256 x 1
        H_ISSUE    gpu           6 x split_local -D GROUP=256 -D LANES=256 -D OUTPUTS=16 -D TILE=23552 -D WORDS=1, global 512 x 32, local 256 x 1
        I_TINY     gpu           1 x split_words -D GROUP=256 -D LANES=8 -D OUTPUTS=4, global 256 x 1, local 256 x 1
        J_TAIL     gpu           1 x split_local -D GROUP=256 -D LANES=256 -D OUTPUTS=4 -D TILE=16512 -D WHOLE_ROWS=1, global 256 x 8192, local 256 x 1
        K_NIBBLES  gpu           1 x split_local -D GROUP=256 -D LANES=256 -D OUTPUTS=8 -D TILE=22528, global 1536 x 512, local 256 x 1
        L_THOUSAND gpu          63 x split_local -D GROUP=256 -D LANES=32 -D OUTPUTS=16 -D TILE=16384 -D WORDS=1, global 256 x 128, local 256 x 1\
        """);
  }

  @Test
  void smallAccelerator() {
    check(
        RouterDevices.ACCELERATOR,
        RouteName.AUTO,
        true,
        """
        A_QKV      gpu           1 x split_words -D GROUP=128 -D LANES=128, global 384 x 4096, local 128 x 1
        B_ROWS16   gpu           1 x split_local -D GROUP=128 -D LANES=128 -D TILE=15744 -D WHOLE_ROWS=1 -D WORDS=1, global 128 x 8739, local 128 x 1
        C_NCHW     gpu           1 x split_words -D GROUP=128 -D LANES=128, global 25088 x 32, local 128 x 1
        D_HWC      gpu           1 x split_local -D GROUP=128 -D LANES=128 -D TILE=15744 -D WHOLE_ROWS=1, global 128 x 8192, local 128 x 1
        E_AXIS0    copies        3 x copy 33554432 bytes of part 0
        F_MANY     gpu           1 x split_words -D GROUP=128 -D LANES=16, global 512 x 1024, local 128 x 1
        G_ODD      gpu           1 x split_local -D GROUP=128 -D LANES=128 -D TILE=15744 -D WHOLE_ROWS=1, global 128 x 8192, local 128 x 1
        H_ISSUE    gpu           1 x split_local -D GROUP=128 -D LANES=128 -D TILE=15744 -D WORDS=1, global 3456 x 64, local 128 x 1
        I_TINY     gpu           1 x split_words -D GROUP=128 -D LANES=8, global 128 x 1, local 128 x 1
        J_TAIL     gpu           1 x split_local -D GROUP=128 -D LANES=128 -D TILE=15744, global 640 x 2048, local 128 x 1
        K_NIBBLES  gpu           1 x split_local -D GROUP=128 -D LANES=128 -D TILE=15744, global 768 x 1024, local 128 x 1
        L_THOUSAND gpu           1 x split_local -D GROUP=128 -D LANES=32 -D TILE=15744 -D WORDS=1, global 3584 x 128, local 128 x 1\
        """);
  }

  @Test
  void aProcessorAskedForWhatAGpuGets() {
    DeviceFacts pocl = RouterDevices.POCL;
    assertThat(table(pocl, RouteName.GPU, true))
        .isEqualTo(table(RouterDevices.NVIDIA, RouteName.GPU, true));
  }

  private static void check(DeviceFacts facts, RouteName wish, boolean packed, String expected) {
    assertThat(table(facts, wish, packed)).isEqualTo(expected);
  }

  /// A line for each shape: the route, how many launches there are, and the first of them; of a
  /// list of lines the first.
  private static String table(DeviceFacts facts, RouteName wish, boolean packed) {
    Router router = new Router(facts);
    return RouterSuite.ALL.stream()
        .map(shape -> line(shape, router.route(shape.plan(), shape.placement(packed), wish)))
        .collect(Collectors.joining("\n"));
  }

  private static String line(RouterSuite shape, Routing routing) {
    String first = routing.launches().getFirst().toString();
    return "%-10s %-10s %4d x %s"
        .formatted(
            shape.name(),
            routing.name(),
            routing.launches().size(),
            first.replaceAll("([FS]\\d+\\(0\\))[FS\\d()]+\\)", "$1...)"));
  }
}
