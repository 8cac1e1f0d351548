package io.cleave.file.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/// Parts whose short pieces stand close together, written and read back in steps of any size. The
/// oracle puts every byte where it belongs by itself.
class PieceBlockTest {
  private static final int BEGIN = 7;

  @TempDir Path folder = Path.of("");

  /// The parts of a stack: so many pieces of each, one part's behind the other's.
  private record Parts(int pieces, List<Integer> lengths) {
    int stride() {
      return start(lengths.size());
    }

    int start(int part) {
      return lengths.subList(0, part).stream().mapToInt(Integer::intValue).sum();
    }

    int place(int part, int at) {
      return at / lengths.get(part) * stride() + start(part) + at % lengths.get(part);
    }

    int bytes(int part) {
      return pieces * lengths.get(part);
    }
  }

  private static Parts random(Random random) {
    List<Integer> lengths =
        random.ints(2 + random.nextInt(40), 1, 2 + random.nextInt(40)).boxed().toList();
    return new Parts(1 + random.nextInt(2000), lengths);
  }

  private AsideFiles begin() throws IOException {
    AsideFiles files =
        AsideFiles.begin(OutputFolder.check(folder), List.of(folder.resolve("stack")));
    files.createFolder();
    files.create(0, List.of());
    return files;
  }

  private static PartRegion region(AsideFiles files, Parts parts, int part) {
    PartRegion whole =
        new PartRegion(files, 0, BEGIN, (long) parts.pieces() * parts.stride(), null);
    return whole.pieces(
        parts.start(part), parts.bytes(part), parts.lengths().get(part), parts.stride());
  }

  private static void write(PartRegion region, MemorySegment data, Random random)
      throws IOException {
    for (long done = 0; done < data.byteSize(); ) {
      long step = Math.min(data.byteSize() - done, 1 + random.nextInt(9000));
      region.append(data.asSlice(done, step));
      done += step;
    }
    region.requireFull();
  }

  @RandomTest(gate = 30, thorough = 500)
  void everyByteIsWhereItBelongs(long seed) throws IOException {
    Random random = new Random(seed);
    Parts parts = random(random);
    byte[] expected = new byte[BEGIN + parts.pieces() * parts.stride()];
    try (AsideFiles files = begin();
        Arena arena = Arena.ofConfined()) {
      for (int part = 0; part < parts.lengths().size(); part++) {
        byte[] data = new byte[parts.bytes(part)];
        random.nextBytes(data);
        for (int i = 0; i < data.length; i++) {
          expected[BEGIN + parts.place(part, i)] = data[i];
        }
        MemorySegment memory = arena.allocate(data.length).copyFrom(MemorySegment.ofArray(data));
        write(region(files, parts, part), memory, random);
        int from = random.nextInt(data.length);
        MemorySegment read = arena.allocate(1 + random.nextInt(data.length - from));
        assertThat(region(files, parts, part).read(from, read)).isEqualTo((int) read.byteSize());
        assertThat(read.toArray(ValueLayout.JAVA_BYTE))
            .isEqualTo(Arrays.copyOfRange(data, from, from + (int) read.byteSize()));
      }
      assertThat(Files.readAllBytes(files.temporary(0))).isEqualTo(expected);
    }
  }

  /// As many are counted as are there.
  @RandomTest(gate = 30, thorough = 500)
  void aFileThatWasCutShortHasFewer(long seed) throws IOException {
    Random random = new Random(seed);
    Parts parts = random(random);
    int part = random.nextInt(parts.lengths().size());
    int size = random.nextInt(BEGIN + parts.pieces() * parts.stride());
    byte[] content = new byte[size];
    random.nextBytes(content);
    try (AsideFiles files = begin();
        Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(files.temporary(0), StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(content));
      int from = random.nextInt(parts.bytes(part));
      int there = 0;
      while (from + there < parts.bytes(part) && BEGIN + parts.place(part, from + there) < size) {
        there++;
      }
      MemorySegment read = arena.allocate(parts.bytes(part) - from);
      assertThat(region(files, parts, part).read(from, read)).isEqualTo(there);
      for (int i = 0; i < there; i++) {
        assertThat(read.get(ValueLayout.JAVA_BYTE, i))
            .isEqualTo(content[BEGIN + parts.place(part, from + i)]);
      }
    }
  }

  /// Wherever it begins, a block has all pieces that fit it whole, and no more.
  @RandomTest(gate = 30, thorough = 500)
  void blocksAreFull(long seed) {
    Random random = new Random(seed);
    int stride = 2 + random.nextInt(1023);
    int piece = 1 + random.nextInt(stride - 1);
    long from = random.nextInt(10 * piece);
    PieceBlock block = new PieceBlock(piece, stride);
    long fits = block.fits(from, Long.MAX_VALUE);
    assertThat((from + fits) % piece).isZero();
    assertThat(block.allocate(from, fits).byteSize()).isLessThanOrEqualTo(64 << 10);
    assertThat(block.allocate(from, fits + piece).byteSize()).isGreaterThan(64 << 10);
  }
}
