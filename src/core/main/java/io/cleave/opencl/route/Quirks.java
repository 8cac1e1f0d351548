package io.cleave.opencl.route;

import io.cleave.backend.Device;
import java.util.Set;

/// What drivers do differently, and how each is told. The only place that knows one by its name.
///
/// @param clangForCpu whether the compiler was found to be a clang for a processor: it knows stores
///   that bypass the caches and prefetches, honours types declared with a lower alignment, and
///   turns a load from any address into one instruction. Without it tiles are small, too: on
///   llvmpipe (rusticl) a work-item silently stops after some 65535 turns of its loops
/// @param mostOutputs the most buffers that one launch writes to: 64 addresses stay well below the
///   1024 bytes that every device grants to a kernel's arguments. From 32 on AMD's compiler runs
///   out of scalar registers (clang for gfx90a: 44 spilled with 32, none with 16)
/// @param mostGroupsY the most work-groups along the second dimension. NVIDIA's hardware has 65535
///   there and 2^31 - 1 along the first, and OpenCL has no question that would tell; so this holds
///   for everything but a processor
/// @param oneLaunchAtATime whether launches must not run side by side. PoCL before 6 keeps a loaded
///   kernel for each width of a grid and counts how many use it; where launches of one kernel with
///   different widths run at the same time, it takes one off the wrong count, and three are enough
///   for it to end the process (3.1: `pocl_release_dlhandle_cache: Assertion found->ref_count >
///   0`). Which version it is, a device does not say. Nothing is lost: one launch takes all
///   processors
/// @param oneBuildAtATime whether the process must not compile twice at once, in whatever context.
///   Intel's ended the JVM within a minute in most runs of 8 threads that opened splitters of their
///   own beside a shared one, inside `clBuildProgram` (LLVM's passes), and hung it once; with one
///   build after the other 4 of 4 runs were right (68,000 splits), whoever released programs and
///   contexts meanwhile. On two cores that were busy otherwise, some 2,000 builds of 2026.2 did not
/// @param inHostMemory whether kernels were found to run on the very memory of the host that a
///   buffer is made from, so that mapping it afterwards does nothing, and that an address of it may
///   be given to them as a number. So it is with PoCL and Intel's on a processor, where two
///   commands for each part would take longer than many a split (PoCL, a thousand parts of 48 KiB:
///   16.2 ms with them, 6.2 without), and so does a buffer for each (the same parts, medians of
///   three runs of each in turn: 0.37 of a copy with buffers in 16 launches, 0.58 with addresses in
///   one)
public record Quirks(
    boolean clangForCpu,
    int mostOutputs,
    long mostGroupsY,
    boolean oneLaunchAtATime,
    boolean oneBuildAtATime,
    boolean inHostMemory) {
  private static final String POCL = "Portable Computing Language";
  private static final String INTEL = "Intel(R) OpenCL";
  private static final String AMD = "AMD Accelerated Parallel Processing";

  /// rusticl takes loose types and then computes wrong bytes, because SPIR-V loses the alignment,
  /// and not everywhere. Oclgrind reports each such load.
  private static final Set<String> NEVER_TRIED = Set.of("rusticl", "Clover", "Oclgrind");

  private static final int OUTPUTS = 64;
  private static final int AMD_OUTPUTS = 16;
  private static final long GPU_GROUPS_Y = 65_535;

  /// The quirks of a device.
  public static Quirks of(DeviceFacts facts) {
    Device device = facts.device();
    boolean cpu = device.kind() == Device.Kind.CPU;
    return new Quirks(
        facts.abilities().clang(),
        !cpu && device.platform().equals(AMD) ? AMD_OUTPUTS : OUTPUTS,
        cpu ? Long.MAX_VALUE : GPU_GROUPS_Y,
        device.platform().equals(POCL),
        device.platform().equals(INTEL),
        facts.abilities().hostAddresses());
  }

  /// Whether a device may be able to do more than it says.
  public static boolean mayDoMore(Device device) {
    return device.kind() == Device.Kind.CPU && !NEVER_TRIED.contains(device.platform());
  }
}
