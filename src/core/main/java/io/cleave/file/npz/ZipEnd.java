package io.cleave.file.npz;

import io.cleave.file.tensor.BadFileException;

/// What the end of an archive says of its directory. An immutable value.
///
/// @param members how many members there are
/// @param directory where the directory begins
/// @param bytes how many bytes it takes
record ZipEnd(long members, long directory, long bytes) {
  /// Finds the end, which may be followed by a comment of up to 65535 bytes, and believes it only
  /// if the directory ends where it begins.
  ///
  /// @throws BadFileException if there is none, or it lies
  static ZipEnd find(ZipFields file) {
    long last = file.size() - Zip.END_BYTES;
    for (long at = last; at >= 0 && at >= last - Zip.MAX_16; at--) {
      if (file.has(at, Zip.END, Zip.END_BYTES) && file.short16(at + 20) == last - at) {
        return checked(read(file, at), file, at);
      }
    }
    throw new BadFileException(
        "the archive has no end, so that it is no zip file or was cut short; copy or save it"
            + " again");
  }

  private static ZipEnd read(ZipFields file, long at) {
    if (file.short16(at + 4) != 0
        || file.short16(at + 6) != 0
        || file.short16(at + 8) != file.short16(at + 10)) {
      throw new BadFileException(
          "the archive is one of several pieces; put them together first, with 'zip -s 0' say");
    }
    return new ZipEnd(file.short16(at + 10), file.int32(at + 16), file.int32(at + 12));
  }

  private static ZipEnd checked(ZipEnd end, ZipFields file, long at) {
    long locator = at - Zip.LOCATOR64_BYTES;
    boolean has64 = file.has(locator, Zip.LOCATOR64, Zip.LOCATOR64_BYTES);
    long directoryEnd = has64 ? file.long64(locator + 8) : at;
    ZipEnd whole = has64 ? end.widened(file, directoryEnd, locator) : end;
    if (whole.directory > directoryEnd || whole.bytes != directoryEnd - whole.directory) {
      throw new BadFileException(
          "the archive claims a directory of %s bytes at byte %s, which should end at byte %s; copy"
                  .formatted(whole.bytes, whole.directory, directoryEnd)
              + " or save it again");
    }
    if (whole.members > whole.bytes / Zip.CENTRAL_BYTES) {
      throw new BadFileException(
          "the archive claims %s members, and its directory has room for %s; copy or save it again"
              .formatted(whole.members, whole.bytes / Zip.CENTRAL_BYTES));
    }
    if (whole.members > Zip.MAX_MEMBERS) {
      throw new BadFileException(
          "the archive has %s members, more than the %s that are read; save fewer to each"
              .formatted(whole.members, Zip.MAX_MEMBERS));
    }
    return whole;
  }

  /// The same from the larger record, with which the smaller one must agree where it has room.
  private ZipEnd widened(ZipFields file, long at, long locator) {
    if (!file.has(at, Zip.END64, Zip.END64_BYTES) || file.long64(at + 4) != locator - at - 12) {
      throw new BadFileException(
          "the archive says that its end is at byte %s, and it is not; copy or save it again"
              .formatted(at));
    }
    ZipEnd whole = new ZipEnd(file.long64(at + 32), file.long64(at + 48), file.long64(at + 40));
    if (!agrees(members, whole.members, Zip.MAX_16)
        || !agrees(directory, whole.directory, Zip.MAX_32)
        || !agrees(bytes, whole.bytes, Zip.MAX_32)) {
      throw new BadFileException(
          "the archive says two things of its directory at its end; copy or save it again");
    }
    return whole;
  }

  private static boolean agrees(long small, long large, long full) {
    return small == full || small == large;
  }
}
