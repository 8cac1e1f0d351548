package io.cleave.file.npz;

import io.cleave.file.tensor.BadFileException;
import io.cleave.text.OneLine;

/// The numbers of a member that do not fit 32 bits, which stand in an extra field one after the
/// other.
///
/// Not safe for use by many threads.
final class ZipWideFields {
  private static final int HEAD = 4;

  private final String member;
  private final ZipFields values;
  private long at;

  /// @param extra all extra fields of a member
  ZipWideFields(String member, ZipFields extra) {
    this.member = member;
    this.values = find(member, extra);
  }

  /// A number: the one given, or the next of the wide ones where that says so.
  long resolve(long narrow) {
    if (narrow != Zip.MAX_32) {
      return narrow;
    }
    if (at > values.size() - Long.BYTES) {
      throw bad(member);
    }
    long wide = values.long64(at);
    at += Long.BYTES;
    return wide;
  }

  private static ZipFields find(String member, ZipFields extra) {
    long at = 0;
    while (at <= extra.size() - HEAD) {
      int bytes = extra.short16(at + 2);
      if (bytes > extra.size() - at - HEAD) {
        throw bad(member);
      }
      if (extra.short16(at) == Zip.EXTRA64) {
        return extra.slice(at + HEAD, bytes);
      }
      at += HEAD + bytes;
    }
    return extra.slice(0, 0);
  }

  private static BadFileException bad(String member) {
    return new BadFileException(
        "the member '%s' has malformed extra fields; copy or save it again"
            .formatted(OneLine.excerpt(member)));
  }
}
