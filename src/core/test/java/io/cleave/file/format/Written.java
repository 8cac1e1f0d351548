package io.cleave.file.format;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32;

/// Writes a whole file around data that is at hand, the last tensor first.
public final class Written {
  private Written() {}

  public static Path file(Path file, FileLayout layout, List<byte[]> data) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      for (int i = data.size() - 1; i >= 0; i--) {
        out.write(ByteBuffer.wrap(data.get(i)), layout.data().get(i));
        CRC32 sum = layout.checksum(i);
        if (sum != null) {
          sum.update(data.get(i));
        }
      }
      chunks(out, layout.opening());
      chunks(out, layout.ending());
    }
    return file;
  }

  public static void chunks(FileChannel out, List<FileLayout.Chunk> chunks) throws IOException {
    for (FileLayout.Chunk chunk : chunks) {
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
    byte[] all = new byte[Math.toIntExact(tensor.data().size())];
    MemorySegment target = MemorySegment.ofArray(all);
    MappedFile file = tensor.data().file();
    if (!file.bytes().scope().isAlive()) {
      file.reopen();
    }
    try (ByteReader reader = tensor.data().open()) {
      for (int at = 0; at < all.length; at += piece) {
        reader.read(at, target.asSlice(at, Math.min(piece, all.length - at)));
      }
      tensor.data().requireWhole();
    }
    return all;
  }
}
