package io.cleave.file.npz;

import io.cleave.file.stored.DeflatedContent;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.stored.MappedFile;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
import io.cleave.limit.InputLimits;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Makes a `.npz` file of deflated members out of one of stored members, in bounded memory whatever
/// their size. The parts of a split come in any order, and deflated bytes can only be written in
/// one: so they are stored first.
public final class NpzCompressor {
  private static final int PIECE = 1 << 16;

  /// The first day that zip knows: the same tensors make the same file.
  private static final LocalDateTime DATE = LocalDate.of(1980, 1, 1).atStartOfDay();

  private NpzCompressor() {}

  /// Writes the deflated file.
  ///
  /// @param stored a complete `.npz` file as [NpzContainer] has it
  /// @param target an empty file to write to, which stays open
  /// @throws IOException if the system fails: the disk is full, say
  public static void compress(Path stored, FileChannel target) throws IOException {
    OutputStream open =
        new BufferedOutputStream(Channels.newOutputStream(target), PIECE) {
          @Override
          public void close() throws IOException {
            flush();
          }
        };
    try (Arena arena = Arena.ofConfined();
        ZipOutputStream zip = new ZipOutputStream(open)) {
      MappedFile.open(stored, arena)
          .parsed(
              file -> {
                compress(file, zip);
                return file;
              });
    }
  }

  private static void compress(MappedFile file, ZipOutputStream zip) throws IOException {
    byte[] piece = new byte[PIECE];
    for (ZipDirectory.Placed placed :
        ZipDirectory.read(new ZipFields(file.bytes()), InputLimits.none())) {
      ZipMember member = placed.member();
      ZipEntry entry = new ZipEntry(member.name());
      entry.setTimeLocal(DATE);
      zip.putNextEntry(entry);
      for (long at = 0; at < member.packed(); at += PIECE) {
        int size = (int) Math.min(PIECE, member.packed() - at);
        MemorySegment.copy(file.bytes(), ValueLayout.JAVA_BYTE, placed.data() + at, piece, 0, size);
        zip.write(piece, 0, size);
      }
      zip.closeEntry();
      if ((int) entry.getCrc() != member.crc32()) {
        throw member.bad("changed while it was compressed");
      }
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
}
