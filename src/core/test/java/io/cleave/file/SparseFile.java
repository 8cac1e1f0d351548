package io.cleave.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Makes large files that take no room on the disk.
public final class SparseFile {
  private SparseFile() {}

  /// Appends zeros and one last byte.
  ///
  /// @return false, with nothing done, where a file system that writes all the zeros has no room
  public static boolean extend(Path file, long bytes, byte last) throws IOException {
    if (Files.getFileStore(file).getUsableSpace() < bytes) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {last}), channel.size() + bytes - 1);
    }
    return true;
  }
}
