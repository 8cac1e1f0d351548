package io.cleave.opencl.route;

import io.cleave.opencl.session.ClKernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What a GPU's compiler makes of a kernel, without a GPU: Debian's clang, with the built-in
/// functions of libclc, writes assembly.
enum GpuCompiler {
  /// PTX, for a device of 2020.
  NVIDIA(
      "nvptx64--nvidiacl.bc",
      List.of("--target=nvptx64-nvidia-nvcl", "-march=sm_80"),
      "\\bst\\.global\\.v(?:4\\.[a-z]?32|2\\.[a-z]?64)",
      "__local_depot"),
  /// The instructions of a device of 2021.
  AMD(
      "gfx902-amdgcn--.bc",
      List.of("--target=amdgcn-amd-amdhsa", "-mcpu=gfx90a", "-nogpulib"),
      "\\b(?:global|flat)_store_dwordx4",
      "\\.[sv]gpr_spill_count: +[1-9]|\\.private_segment_fixed_size: +[1-9]");

  /// A compiler and the folder of its library, the newest first.
  private static final List<String> CLANGS =
      IntStream.iterate(21, version -> version >= 14, version -> version - 1)
          .mapToObj("clang-%s"::formatted)
          .toList();

  private static final Pattern LONG_DIVISION = Pattern.compile("\\b(?:div|rem)\\.[su]64");

  private final Path builtIns;

  @SuppressWarnings("ImmutableEnumChecker") // A list of this file's literals.
  private final List<String> options;

  private final Pattern wideStore;
  private final Pattern spill;

  GpuCompiler(String builtIns, List<String> options, String wideStore, String spill) {
    this.builtIns = Path.of("/usr/lib/clc", builtIns);
    this.options = options;
    this.wideStore = Pattern.compile(wideStore);
    this.spill = Pattern.compile(spill);
  }

  /// Assembly, and what it shows.
  ///
  /// @param storesWide whether 16 bytes are stored at once
  /// @param spills whether registers did not suffice, or an array lies on a stack
  /// @param divisions how many divisions of 64 bits there are, as far as one instruction tells
  record Assembly(boolean storesWide, boolean spills, long divisions) {}

  /// Whether both the compiler and its library are installed.
  boolean isInstalled() {
    return clang().isPresent() && Files.exists(builtIns);
  }

  private static Optional<Path> clang() {
    return CLANGS.stream()
        .flatMap(name -> Stream.of(System.getenv("PATH").split(":")).map(at -> Path.of(at, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Assembly compile(KernelVariant variant, Path folder) throws IOException, InterruptedException {
    Path source = folder.resolve("kernel.cl");
    Path assembly = folder.resolve(this + ".s");
    Files.writeString(source, ClKernel.source(variant));
    List<String> command = new ArrayList<>(List.of(clang().orElseThrow().toString()));
    command.addAll(List.of("-x", "cl", "-cl-std=CL1.2", "-O3", "-w"));
    command.addAll(List.of("-Xclang", "-finclude-default-header"));
    command.addAll(List.of("-Xclang", "-mlink-builtin-bitcode", "-Xclang", builtIns.toString()));
    command.addAll(options);
    variant.defines().forEach((name, value) -> command.add("-D%s=%s".formatted(name, value)));
    command.addAll(List.of("-S", source.toString(), "-o", assembly.toString()));
    run(command, folder.resolve("log"));
    String text = Files.readString(assembly);
    return new Assembly(
        wideStore.matcher(text).find(),
        spill.matcher(text).find(),
        LONG_DIVISION.matcher(text).results().count());
  }

  private static void run(List<String> command, Path log) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    // What these tests preload into their own JVM is not for a compiler.
    builder.environment().remove("LD_PRELOAD");
    Process process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("%s does not end".formatted(command));
    }
    if (process.exitValue() != 0) {
      throw new AssertionError("%s said %s".formatted(command, Files.readString(log)));
    }
  }
}
