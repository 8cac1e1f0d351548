package io.cleave.file.npz;

import io.cleave.file.tensor.BadFileException;
import io.cleave.text.OneLine;
import java.lang.foreign.MemorySegment;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// What the directory of an archive says of one member. An immutable value.
///
/// @param name its name
/// @param encoded its name as it stands in the file
/// @param flags bits of [Zip]
/// @param method stored, deflated or something else
/// @param crc32 the checksum of what it unpacks to
/// @param packed how many bytes it takes in the file
/// @param unpacked how many bytes it unpacks to
/// @param local where its local record begins
record ZipMember(
    String name,
    MemorySegment encoded,
    int flags,
    int method,
    int crc32,
    long packed,
    long unpacked,
    long local) {
  /// Reads a record of the directory.
  ///
  /// @param at where it begins; there is room for its fixed part
  /// @throws BadFileException if it is none
  static ZipMember read(ZipFields directory, long at) {
    if (!directory.has(at, Zip.CENTRAL, Zip.CENTRAL_BYTES)
        || directory.size() - at < length(directory, at)) {
      throw new BadFileException(
          "the archive's directory is malformed at its byte %s; copy or save it again"
              .formatted(at));
    }
    int nameBytes = directory.short16(at + 28);
    MemorySegment encoded = directory.slice(at + Zip.CENTRAL_BYTES, nameBytes).bytes();
    int flags = directory.short16(at + 8);
    String name = decode(encoded, (flags & Zip.UTF_8) != 0);
    ZipFields extra =
        directory.slice(at + Zip.CENTRAL_BYTES + nameBytes, directory.short16(at + 30));
    var wide = new ZipWideFields(name, extra);
    long unpacked = wide.resolve(directory.int32(at + 24));
    long packed = wide.resolve(directory.int32(at + 20));
    long local = wide.resolve(directory.int32(at + 42));
    return new ZipMember(
        name,
        encoded,
        flags,
        directory.short16(at + 10),
        directory.bits32(at + 16),
        packed,
        unpacked,
        local);
  }

  /// How many bytes a record of the directory takes.
  static long length(ZipFields directory, long at) {
    return (long) Zip.CENTRAL_BYTES
        + directory.short16(at + 28)
        + directory.short16(at + 30)
        + directory.short16(at + 32);
  }

  private static String decode(MemorySegment encoded, boolean utf8) {
    try {
      // Without the flag it is what DOS used, as for Python; the letters are ASCII in both.
      Charset charset = utf8 ? StandardCharsets.UTF_8 : Charset.forName("IBM437");
      return charset.newDecoder().decode(encoded.asByteBuffer()).toString();
    } catch (CharacterCodingException _) {
      throw new BadFileException(
          "the archive has a member whose name is no UTF-8 text; save it again");
    }
  }

  /// Whether it is a `.npy` file.
  boolean isArray() {
    return name.endsWith(MemberName.SUFFIX);
  }

  /// Where its packed bytes begin, by its local record, which must say the same as the directory.
  ///
  /// @param end where the directory begins
  /// @throws BadFileException if it says something else, or the bytes are not there
  long data(ZipFields file, long end) {
    if (local > end - Zip.LOCAL_BYTES || !file.has(local, Zip.LOCAL, Zip.LOCAL_BYTES)) {
      throw bad("does not begin at byte %s, where the directory has it".formatted(local));
    }
    long begin = local + Zip.LOCAL_BYTES + file.short16(local + 26) + file.short16(local + 28);
    if (begin > end || packed > end - begin) {
      throw bad("takes %s bytes from byte %s on, more than there are".formatted(packed, begin));
    }
    requireSame(file);
    return begin;
  }

  private void requireSame(ZipFields file) {
    int nameBytes = file.short16(local + 26);
    boolean same =
        file.short16(local + 8) == method
            && (file.short16(local + 6) & Zip.ENCRYPTED) == (flags & Zip.ENCRYPTED)
            && file.slice(local + Zip.LOCAL_BYTES, nameBytes).bytes().mismatch(encoded) < 0;
    // With a descriptor behind the data, none of these is known where the record is written.
    boolean later = (file.short16(local + 6) & Zip.DESCRIPTOR) != 0;
    if (!same || !(later || isSameData(file, nameBytes))) {
      throw bad("is another in its own record than in the directory");
    }
  }

  private boolean isSameData(ZipFields file, int nameBytes) {
    ZipFields extra = file.slice(local + Zip.LOCAL_BYTES + nameBytes, file.short16(local + 28));
    var wide = new ZipWideFields(name, extra);
    return file.bits32(local + 14) == crc32
        && wide.resolve(file.int32(local + 22)) == unpacked
        && wide.resolve(file.int32(local + 18)) == packed;
  }

  /// A sentence about this member.
  BadFileException bad(String problem) {
    return new BadFileException(
        "the member '%s' %s; copy or save it again".formatted(OneLine.excerpt(name), problem));
  }
}
