package io.cleave.file.npz;

import io.cleave.file.stored.DeflatedContent;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.stored.MappedFile;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
import io.cleave.limit.InputLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/// Makes a `.npz` file of deflated members out of one of stored members, in bounded memory whatever
/// their size. The parts of a split come in any order, and deflated bytes can only be written in
/// one: so they are stored first.
///
/// Not safe for use by many threads.
public final class NpzCompressor implements AutoCloseable {
  private static final int PIECE = 1 << 16;

  private final FileChannel target;
  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final byte[] input = new byte[PIECE];
  private final byte[] output = new byte[PIECE];
  private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
  private long at;
  private long members;

  private NpzCompressor(FileChannel target) {
    this.target = target;
  }

  /// Writes the deflated file.
  ///
  /// @param stored a complete `.npz` file as [NpzContainer] has it
  /// @param target an empty file to write to, which stays open
  /// @throws IOException if the system fails: the disk is full, say
  public static void compress(Path stored, FileChannel target) throws IOException {
    try (Arena arena = Arena.ofConfined();
        var compressor = new NpzCompressor(target)) {
      MappedFile file = MappedFile.open(stored, arena);
      file.parsed(
          mapped -> {
            compressor.all(mapped);
            return mapped;
          });
    }
  }

  /// Reads what [#compress] made to the end of each member, which compares lengths and checksums.
  /// What they hold does not matter: NumPy lacks types, and then it is bytes that nobody names.
  ///
  /// @throws BadFileException if one of them is damaged
  public static void check(Path deflated) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      for (Content member :
          MappedFile.open(deflated, arena).parsed(NpzCompressor::deflatedMembers)) {
        try (Pass pass = member.begin()) {
          pass.skip(member.size());
        }
      }
    }
  }

  private static List<Content> deflatedMembers(MappedFile file) {
    List<Content> members = new ArrayList<>();
    for (ZipDirectory.Placed placed :
        ZipDirectory.read(new ZipFields(file.bytes()), InputLimits.none())) {
      ZipMember member = placed.member();
      MappedContent packed = file.content(placed.data(), member.packed());
      members.add(
          new DeflatedContent(
              packed, NpzReader.name(placed), 0, member.unpacked(), member.crc32()));
    }
    return members;
  }

  private void all(MappedFile file) throws IOException {
    for (ZipDirectory.Placed placed :
        ZipDirectory.read(new ZipFields(file.bytes()), InputLimits.none())) {
      MemorySegment bytes = file.bytes().asSlice(placed.data(), placed.member().packed());
      ZipRecord record = member(placed.member(), bytes);
      directory.writeBytes(record.central());
      members++;
    }
    byte[] end = ZipRecord.end(members, at, directory.size());
    write(ByteBuffer.wrap(directory.toByteArray()));
    write(ByteBuffer.wrap(end));
  }

  private ZipRecord member(ZipMember stored, MemorySegment bytes) throws IOException {
    long offset = at;
    // It is written again when the size is known, which does not change its length.
    byte[] local = record(stored, bytes.byteSize(), offset).local();
    write(ByteBuffer.wrap(local));
    deflate(bytes);
    ZipRecord record = record(stored, at - offset - local.length, offset);
    writeAt(ByteBuffer.wrap(record.local()), offset);
    return record;
  }

  private static ZipRecord record(ZipMember stored, long packed, long offset) {
    return new ZipRecord(
        stored.name(), Zip.DEFLATED, stored.crc32(), packed, stored.unpacked(), offset);
  }

  private void deflate(MemorySegment bytes) throws IOException {
    deflater.reset();
    long taken = 0;
    while (!deflater.finished()) {
      if (deflater.needsInput() && taken < bytes.byteSize()) {
        int piece = (int) Math.min(PIECE, bytes.byteSize() - taken);
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, taken, input, 0, piece);
        deflater.setInput(input, 0, piece);
        taken += piece;
      }
      if (taken == bytes.byteSize()) {
        deflater.finish();
      }
      write(ByteBuffer.wrap(output, 0, deflater.deflate(output)));
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    int count = bytes.remaining();
    writeAt(bytes, at);
    at += count;
  }

  private void writeAt(ByteBuffer bytes, long from) throws IOException {
    long place = from;
    while (bytes.hasRemaining()) {
      place += target.write(bytes, place);
    }
  }

  @Override
  public void close() {
    deflater.close();
  }
}
