package io.cleave.file.format;

import io.cleave.file.MalformedFileException;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The place of the bytes of a tensor in a file. An immutable value.
///
/// @param file the file that holds them
/// @param offset where in the file they begin
/// @param size the bytes of the tensor
/// @param member the member of an archive that holds them; null if the file is no archive
public record DataSource(
    MappedFile file, long offset, long size, ZipReader.@Nullable Member member) {
  /// True if the data must be inflated.
  public boolean isDeflated() {
    return member != null && member.isDeflated();
  }

  /// The bytes that the data takes in the file.
  public long storedSize() {
    return member != null && member.isDeflated() ? member.packed() : size;
  }

  /// The data in the mapping of the file. It must not be deflated.
  public MemorySegment mapped() {
    return file.bytes().asSlice(offset, size);
  }

  /// Checks that the file still has the data.
  ///
  /// @throws IOException if it was cut short
  public void requireWhole() throws IOException {
    file.requireWhole(offset + storedSize());
  }

  /// The bytes that [#requireIntact] compares with a checksum.
  public long checkedBytes() {
    return member == null || member.isDeflated() ? 0 : member.packed();
  }

  /// Compares a stored member with its checksum; deflated ones are checked when they are read.
  ///
  /// @param progress gets the number of bytes of each piece
  /// @throws MalformedFileException if the checksum differs
  public void requireIntact(LongConsumer progress) throws IOException {
    if (member == null || member.isDeflated()) {
      return;
    }
    CRC32 sum = new CRC32();
    byte[] piece = new byte[ByteReader.PIECE];
    for (long at = 0; at < member.packed(); at += ByteReader.PIECE) {
      int count = (int) Math.min(ByteReader.PIECE, member.packed() - at);
      MemorySegment.copy(file.bytes(), ValueLayout.JAVA_BYTE, member.data() + at, piece, 0, count);
      sum.update(piece, 0, count);
      progress.accept(count);
    }
    if ((int) sum.getValue() != member.crc32()) {
      throw new MalformedFileException(
          file.path(),
          "the member '%s' is damaged: its checksum is %08x instead of %08x; copy or save it again"
              .formatted(OneLine.excerpt(member.name()), (int) sum.getValue(), member.crc32()));
    }
  }

  /// Begins to read, from the first byte to the last.
  public ByteReader open() {
    if (member == null) {
      return ByteReader.of(mapped());
    }
    String array = member.name().substring(0, member.name().length() - NpzFormat.SUFFIX.length());
    return open(
        problem ->
            new MalformedFileException(
                file.path(), "the tensor '%s': %s".formatted(OneLine.excerpt(array), problem)));
  }

  /// @param failure makes an exception of what is wrong with deflated data
  ByteReader open(Function<String, IOException> failure) {
    return member == null || !member.isDeflated()
        ? ByteReader.of(mapped())
        : new ByteReader(
            file.bytes().asSlice(member.data(), member.packed()),
            true,
            member.unpacked() - size,
            member.unpacked(),
            member.crc32(),
            failure);
  }
}
