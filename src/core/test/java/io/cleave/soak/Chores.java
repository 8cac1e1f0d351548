package io.cleave.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.file.Format;
import io.cleave.file.Opened;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.TensorLoader;
import io.cleave.file.io.TensorWriter;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.RandomSplit;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.SplitExample;
import io.cleave.sweep.RandomExample;
import io.cleave.sweep.Way;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What users do with splitters, in tasks that take milliseconds; each checks its results.
///
/// @param openings of splitters
/// @param shared splitters of all threads
/// @param folder for files
record Chores(List<Supplier<Way>> openings, List<Way> shared, Path folder) {
  private static final int MOST_ELEMENTS = 20_000;
  private static final long MOST_BYTES = 192L << 20;
  private static final int LONGEST_PAUSE_NANOSECONDS = 50_000_000;
  private static final String CLOSED = "the splitter is closed; open another one";

  /// Shared splitters get few plans, so that their caches are full before memory is compared.
  private static final int PLANS = 10;

  private static final List<Format> FORMATS = List.of(Format.NPY, Format.NPZ, Format.SAFETENSORS);

  /// Types that all formats hold.
  private static final Set<ElementType> TYPES =
      EnumSet.of(ElementType.U8, ElementType.I16, ElementType.F32, ElementType.F64);

  private static final List<SplitPlan> FILES =
      IntStream.iterate(0, seed -> seed + 1)
          .mapToObj(seed -> new RandomSplit(new Random(seed), MOST_ELEMENTS).plan())
          .filter(plan -> TYPES.contains(plan.data().type()))
          .limit(PLANS)
          .toList();

  /// Does one of them.
  void any(Random random) throws Exception {
    int choice = random.nextInt(100);
    if (choice < 81) {
      any(shared, random).attempt(example(random.nextInt(PLANS)));
    } else if (choice < 89) {
      splitOnOwn(random);
    } else if (choice < 93) {
      splitUntilClosed(random);
    } else if (choice < 99) {
      splitFile(random);
    } else {
      splitMegabytes(random);
    }
  }

  private static <T> T any(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  private static SplitExample example(long seed) {
    return RandomExample.of(seed, MOST_ELEMENTS);
  }

  private Splitter sharedSplitter(Random random) {
    return any(shared.stream().filter(Way::takesAll).toList(), random).splitter();
  }

  private void splitOnOwn(Random random) {
    try (Way own = any(openings, random).get()) {
      for (int i = 0; i < 3; i++) {
        own.attempt(example(random.nextLong()));
      }
    }
  }

  /// Splits until another thread has closed the splitter: each split is right or refused, and so is
  /// closing a splitter that is in use.
  private void splitUntilClosed(Random random) throws InterruptedException {
    int pause = random.nextInt(LONGEST_PAUSE_NANOSECONDS);
    Way own = any(openings, random).get();
    Thread closer = Thread.ofPlatform().start(() -> close(own, pause));
    try {
      while (true) {
        own.attempt(example(random.nextLong()));
      }
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage(CLOSED);
    } finally {
      closer.join();
    }
  }

  private static void close(Way own, int pause) {
    while (true) {
      LockSupport.parkNanos(pause);
      try {
        own.close();
        return;
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageContaining("is in use by");
      }
    }
  }

  /// Writes a file, splits it into files, and reads these.
  private void splitFile(Random random) throws IOException {
    SplitPlan plan = any(FILES, random);
    MemorySegment content = SplitCheck.bytes(plan, random);
    Path own = Files.createTempDirectory(folder, "files");
    try (Arena arena = Arena.ofConfined()) {
      Tensor data = new Tensor(plan.data().type(), plan.data().shape(), content);
      Path file =
          new TensorWriter(own, false, false)
              .write(any(FORMATS, random), Map.of("x", data))
              .getFirst();
      Format to = any(FORMATS, random);
      List<String> names = plan.parts().stream().map(part -> "part" + part.index()).toList();
      Target target = Target.in(own).named(names).withoutStem().as(to);
      List<WrittenPart> parts =
          new FileSplitter(sharedSplitter(random)).write(SplitJob.of(file, _ -> plan, target));
      for (Part part : plan.parts()) {
        Opened written = Opened.open(parts.get(part.index()).file(), arena);
        Tensor read =
            TensorLoader.load(written.tensors().getFirst(), written.stored().mapped(), arena);
        assertThat(read.shape()).isEqualTo(part.shape());
        assertThat(read.data().toArray(ValueLayout.JAVA_BYTE))
            .as("%s of %s", part, plan)
            .isEqualTo(SplitCheck.expected(part, plan, content));
      }
    }
    try (Stream<Path> files = Files.list(own)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(own);
  }

  /// Splits many megabytes, of which each element says where it was.
  private void splitMegabytes(Random random) {
    Random few = new Random(random.nextInt(PLANS));
    long elements = few.nextLong(1 << 20, MOST_BYTES / Long.BYTES);
    long extent = Math.min(elements, 1L << few.nextInt(2, 20));
    long first = few.nextLong(extent);
    Shape shape = Shape.of(elements / extent, extent);
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U64, shape), 1, Cut.byLengths(first, extent - first));
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = arena.allocate(plan.data().bytes(), 64);
      for (long i = 0; i < plan.data().shape().elements(); i++) {
        data.setAtIndex(ValueLayout.JAVA_LONG, i, i);
      }
      List<MemorySegment> parts =
          plan.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
      sharedSplitter(random).split(plan, data, parts);
      for (Part part : plan.parts()) {
        long begin = plan.positions()[part.index()];
        long length = plan.lengths()[part.index()];
        for (long i = 0; i < part.bytes() / Long.BYTES; i++) {
          long expected = i / length * extent + begin + i % length;
          long found = parts.get(part.index()).getAtIndex(ValueLayout.JAVA_LONG, i);
          if (found != expected) {
            throw new AssertionError(
                "element %s of %s is %s, not %s".formatted(i, part, found, expected));
          }
        }
      }
    }
  }
}
