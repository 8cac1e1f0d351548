package io.cleave.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads `.npy` files of versions 1.0, 2.0 and 3.0, in C and Fortran order, little- and big-endian.
///
/// The types are `b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8`. Everything else is refused with a sentence
/// that names it. A header is parsed strictly and nothing in it is evaluated; one that lies (about
/// the size of the data, say) is refused before memory is set aside for it.
///
/// Bytes after the data are left alone, as NumPy leaves them: some programs append several arrays
/// to one file. They are mentioned in the log.
///
/// Safe for use by many threads.
public final class NpyReader {
  private static final Logger LOG = LoggerFactory.getLogger(NpyReader.class);

  private NpyReader() {}

  /// Maps the data of a file, read-only; nothing but the header is read. The file may be larger
  /// than memory, and must not be cut short while the arena is open.
  ///
  /// @param arena who owns the mapping; a shared one lets a splitter use several threads
  /// @throws BadFileException if the file is missing, malformed, or holds what cannot be split
  /// @throws IOException if the system fails to read or map it
  public static StoredTensor map(Path file, Arena arena) throws IOException {
    try (FileChannel channel = InputFile.open(file)) {
      NpyHeader header = header(file, channel);
      Layout layout = header.layout();
      Content content = new MappedContent(file, header.end(), data(channel, header, arena));
      return new StoredTensor(file, PartFiles.stem(file), layout, content);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  private static NpyHeader header(Path file, FileChannel channel) throws IOException {
    try {
      NpyHeader header = NpyHeader.read(channel);
      long rest = channel.size() - header.end() - header.layout().bytes();
      if (rest < 0) {
        throw new BadFileException(tooShort(header, rest + header.layout().bytes()));
      }
      if (rest > 0) {
        LOG.warn("{} has {} bytes after its data; they are left alone", file, rest);
      }
      return header;
    } catch (IllegalArgumentException e) {
      throw BadFileException.in(file, e);
    }
  }

  private static String tooShort(NpyHeader header, long present) {
    Layout layout = header.layout();
    return "%s %s takes %s bytes of data, and the file has %s; copy or save it again"
        .formatted(layout.type(), layout.shape(), layout.bytes(), present);
  }

  private static MemorySegment data(FileChannel channel, NpyHeader header, Arena arena)
      throws IOException {
    long bytes = header.layout().bytes();
    return bytes == 0
        ? arena.allocate(0).asReadOnly()
        : channel.map(MapMode.READ_ONLY, header.end(), bytes, arena);
  }
}
