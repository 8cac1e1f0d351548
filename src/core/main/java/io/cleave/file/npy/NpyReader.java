package io.cleave.file.npy;

import io.cleave.file.stored.ByteSource;
import io.cleave.file.stored.MappedFile;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Entry;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.Reading;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.file.tensor.UnusableTensor;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads `.npy` files of versions 1.0, 2.0 and 3.0, in C and Fortran order, little- and big-endian.
///
/// The types are `b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8`. Raw bytes, `V1` and `V2`, are what a
/// [Reading] says. Everything else is refused with a sentence that names it. A header is parsed
/// strictly and nothing in it is evaluated; one that lies (about the size of the data, say) is
/// refused before memory is set aside for it.
///
/// Bytes after the data are left alone, as NumPy leaves them: some programs append several arrays
/// to one file. They are mentioned in the log.
///
/// Safe for use by many threads.
public final class NpyReader {
  private static final Logger LOG = LoggerFactory.getLogger(NpyReader.class);

  private NpyReader() {}

  /// Maps a file, read-only; nothing but the header is read. The file may be larger than memory,
  /// and must not be cut short while the arena is open.
  ///
  /// @param arena who owns the mapping; a shared one lets a splitter use several threads
  /// @throws BadFileException if the file is missing, malformed, or holds what cannot be split
  /// @throws IOException if the system fails to read or map it
  public static StoredTensor map(Path file, Arena arena) throws IOException {
    return MappedFile.open(file, arena)
        .parsed(
            mapped -> {
              Reading reading = Reading.asStored();
              NpyHeader header = NpyHeader.read(ByteSource.of(mapped.bytes()), reading.limits());
              return tensor(mapped, header, header.layout(reading));
            });
  }

  /// As [#map], but a tensor that cannot be split is an entry, too, as long as the header is whole.
  public static Entry entry(MappedFile file, Reading reading) throws IOException {
    NpyHeader header = NpyHeader.read(ByteSource.of(file.bytes()), reading.limits());
    Layout layout;
    try {
      layout = header.layout(reading);
    } catch (IllegalArgumentException e) {
      return new UnusableTensor(
          file.file(),
          StoredTensor.nameFrom(file.file()),
          header.description(),
          file.size() - header.end(),
          Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
    return tensor(file, header, layout);
  }

  private static StoredTensor tensor(MappedFile file, NpyHeader header, Layout layout) {
    long present = file.size() - header.end();
    long rest = present - layout.bytes();
    if (rest < 0) {
      throw new BadFileException(
          "%s %s takes %s bytes of data, and the file has %s; copy or save it again"
              .formatted(layout.type(), layout.shape(), layout.bytes(), present));
    }
    if (rest > 0) {
      LOG.warn(
          "{} has {} bytes after its data; they are left alone",
          OneLine.of(file.file().toString()),
          rest);
    }
    return new StoredTensor(
        file.file(),
        StoredTensor.nameFrom(file.file()),
        layout,
        file.content(header.end(), layout.bytes()));
  }
}
