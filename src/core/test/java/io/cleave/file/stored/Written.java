package io.cleave.file.stored;

import io.cleave.file.tensor.Pass;
import io.cleave.file.tensor.StoredTensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32;

/// Writes a whole file around data that is at hand, the last tensor first.
public final class Written {
  private Written() {}

  public static Path file(Path file, Container container, List<byte[]> data) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      List<CRC32> checksums = container.checksums();
      for (int i = data.size() - 1; i >= 0; i--) {
        out.write(ByteBuffer.wrap(data.get(i)), container.data().get(i));
        if (!checksums.isEmpty()) {
          checksums.get(i).update(data.get(i));
        }
      }
      chunks(out, container.opening());
      chunks(out, container.closing(checksums.stream().map(sum -> (int) sum.getValue()).toList()));
    }
    return file;
  }

  public static void chunks(FileChannel out, List<Container.Chunk> chunks) throws IOException {
    for (Container.Chunk chunk : chunks) {
      out.write(chunk.bytes().asByteBuffer(), chunk.offset());
    }
  }

  /// The checksum of a tensor's data.
  public static int crc32(byte[] data) {
    CRC32 crc = new CRC32();
    crc.update(data);
    return (int) crc.getValue();
  }

  /// All bytes of a tensor, read in pieces of some size.
  public static byte[] read(StoredTensor tensor, int piece) throws IOException {
    byte[] all = new byte[Math.toIntExact(tensor.content().size())];
    try (Pass pass = tensor.content().begin()) {
      for (int at = 0; at < all.length; at += piece) {
        MemorySegment next = pass.next(Math.min(piece, all.length - at));
        MemorySegment.copy(next, ValueLayout.JAVA_BYTE, 0, all, at, (int) next.byteSize());
      }
    }
    tensor.content().requireWhole();
    return all;
  }
}
