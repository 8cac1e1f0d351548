package io.cleave.soak;

import io.cleave.backend.RandomSplit;
import io.cleave.backend.SplitCheck;
import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.file.FileSplit;
import io.cleave.file.Format;
import io.cleave.file.PartFiles;
import io.cleave.file.TensorFile;
import io.cleave.file.TensorMemory;
import io.cleave.file.TensorWriter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Writes a file, splits it into files, and reads these.
///
/// @param splitters what splits
/// @param folder where the files are, for a moment
record FileChore(List<Splitter> splitters, Path folder) implements Chore {
  private static final int MOST_ELEMENTS = 20_000;

  /// What all formats hold.
  private static final Set<ElementType> TYPES =
      EnumSet.of(ElementType.U8, ElementType.I16, ElementType.F32, ElementType.F64);

  private static final List<SplitPlan> FEW =
      IntStream.iterate(0, seed -> seed + 1)
          .mapToObj(seed -> new RandomSplit(new Random(seed), MOST_ELEMENTS).plan())
          .filter(plan -> TYPES.contains(plan.type()))
          .limit(PLANS)
          .toList();

  private static final List<Format> FORMATS = List.of(Format.NPY, Format.NPZ, Format.SAFETENSORS);

  /// Copies the list.
  FileChore {
    splitters = List.copyOf(splitters);
  }

  @Override
  public long run(Random random) throws IOException {
    SplitPlan plan = FEW.get(random.nextInt(FEW.size()));
    Path own = Files.createTempDirectory(folder, "files");
    try {
      split(plan, own, random);
    } finally {
      delete(own);
    }
    return 1;
  }

  private void split(SplitPlan plan, Path own, Random random) throws IOException {
    Format to = FORMATS.get(random.nextInt(FORMATS.size()));
    MemorySegment content = SplitCheck.bytes(plan, random);
    try (Arena arena = Arena.ofConfined()) {
      Tensor data = new Tensor(plan.shape(), plan.type(), content);
      Format from = FORMATS.get(random.nextInt(FORMATS.size()));
      Path file = new TensorWriter(own).write(from, Map.of("x", data)).getFirst();
      List<String> names = plan.parts().stream().map(part -> "part" + part.index()).toList();
      PartFiles parts = PartFiles.ofTensors(own, names, to);
      new FileSplit(splitters.get(random.nextInt(splitters.size())))
          .write(TensorFile.open(file, arena).tensors().getFirst(), plan, parts, to);
      for (Part part : plan.parts()) {
        TensorFile written = TensorFile.open(parts.path(part.index()), arena);
        Tensor read = TensorMemory.load(written.tensors().getFirst(), arena);
        require(plan, part, content, read);
      }
    }
  }

  private static void require(SplitPlan plan, Part part, MemorySegment content, Tensor read) {
    byte[] expected = SplitCheck.expected(part, plan, content);
    if (!read.shape().equals(part.shape())
        || !Arrays.equals(read.data().toArray(ValueLayout.JAVA_BYTE), expected)) {
      throw new AssertionError("%s of %s was written wrongly".formatted(part, plan));
    }
  }

  private static void delete(Path own) throws IOException {
    try (Stream<Path> files = Files.list(own)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(own);
  }
}
