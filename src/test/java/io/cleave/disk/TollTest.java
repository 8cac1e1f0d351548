package io.cleave.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Tensor;
import io.cleave.file.Format;
import io.cleave.file.TensorWriter;
import io.cleave.file.tensor.Existing;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TollTest {
  @TempDir(factory = MemoryFolder.class)
  private Path folder = Path.of("");

  private static void write(Disk disk, Path out) throws IOException {
    Tensor tensor = new Tensor(Shape.of(3), ElementType.U8, MemorySegment.ofArray(new byte[3]));
    new TensorWriter(disk.path(out)).with(Existing.REPLACED).write(Format.NPY, Map.of("x", tensor));
  }

  @Test
  void eachTroubleAtEachOperationCounts() throws IOException {
    Path out = folder.resolve("parts");
    Disk disk = new Disk(Trouble.NONE);
    write(disk, out);
    Snapshot.NOTHING.restore(out);
    assertThat(Toll.taken("before")).startsWith("before: ");
    Ordeal.of(out, false, one -> write(one, out)).suffers(Snapshot.NOTHING);
    // It fails, has no room from there on, is half done, finds an end, and is the last one.
    assertThat(Toll.taken("x"))
        .isEqualTo(
            "x: %s times trouble with a disk, 0 processes killed"
                .formatted(5 * disk.operations().size()));
  }

  @Test
  void killsCountOnce() {
    assertThat(Toll.taken("before")).startsWith("before: ");
    Toll.killed();
    Toll.killed();
    assertThat(Toll.taken("x")).endsWith("disk, 2 processes killed");
    assertThat(Toll.taken("x")).endsWith("disk, 0 processes killed");
  }
}
