package io.cleave.file.format;

import static io.cleave.text.Checks.require;

import io.cleave.file.Limits;
import io.cleave.text.OneLine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;

/// Reads and validates the directory of a zip archive: every member must lie where it is said to,
/// on bytes that no other has, before the directory, and its own record must agree.
///
/// The JDK's reader cannot say where in the file a member lies.
final class ZipReader {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment file;

  private ZipReader(MemorySegment file) {
    this.file = file;
  }

  /// A member as the directory describes it.
  ///
  /// @param local where its own record begins
  /// @param data where its packed bytes begin
  record Member(
      String name,
      int flags,
      int method,
      int crc32,
      long packed,
      long unpacked,
      long local,
      long data) {
    boolean isDeflated() {
      return method == ZipEntry.DEFLATED;
    }

    /// Refuses the member if something does not hold.
    void check(boolean condition, String problem) {
      if (!condition) {
        throw new IllegalArgumentException(
            "the member '%s' %s".formatted(OneLine.excerpt(name), problem));
      }
    }
  }

  /// The directory by the end of the archive.
  private record Directory(long members, long begin, long bytes) {}

  /// The members in the directory's order.
  ///
  /// @throws IllegalArgumentException if the archive is malformed, or its directory exceeds the
  ///   limit
  static List<Member> read(MemorySegment file, Limits limits) {
    return new ZipReader(file).read(limits);
  }

  private List<Member> read(Limits limits) {
    Directory directory = directory();
    limits.requireHeader("the archive's directory", directory.bytes);
    List<Member> members = new ArrayList<>((int) directory.members);
    Set<String> names = new HashSet<>();
    long end = directory.begin + directory.bytes;
    long at = directory.begin;
    for (long i = 0; i < directory.members; i++) {
      intact(at <= end - Zip.CENTRAL_BYTES && has(at, Zip.CENTRAL, Zip.CENTRAL_BYTES), at);
      long next = at + Zip.CENTRAL_BYTES + short16(at + 28) + short16(at + 30) + short16(at + 32);
      intact(next <= end, at);
      Member member = member(at, directory.begin);
      member.check(
          NpzFormat.isSafe(member.name),
          "has a name that is empty, absolute, leads out of the archive or has control characters;"
              + " save the archive again");
      member.check(names.add(member.name), "is there twice; save the archive again");
      members.add(member);
      at = next;
    }
    intact(at == end, at);
    requireApart(members);
    return members;
  }

  /// Finds the end record, which a comment may follow. It is accepted only if the directory ends
  /// where it begins.
  private Directory directory() {
    long last = file.byteSize() - Zip.END_BYTES;
    for (long at = last; at >= 0 && at >= last - Zip.MAX_16; at--) {
      if (has(at, Zip.END, Zip.END_BYTES) && short16(at + 20) == last - at) {
        return directory(at);
      }
    }
    throw new IllegalArgumentException(
        "the archive has no end, so that it is no zip file or was cut short; copy or save it"
            + " again");
  }

  private Directory directory(long at) {
    require(
        short16(at + 4) == 0 && short16(at + 6) == 0 && short16(at + 8) == short16(at + 10),
        "the archive is one of several pieces; put them together first, with 'zip -s 0' say");
    Directory small = new Directory(short16(at + 10), int32(at + 16), int32(at + 12));
    long locator = at - Zip.LOCATOR64_BYTES;
    boolean has64 = has(locator, Zip.LOCATOR64, Zip.LOCATOR64_BYTES);
    long end = has64 ? long64(locator + 8) : at;
    Directory whole = has64 ? widened(small, end, locator) : small;
    intact(whole.begin <= end && whole.bytes == end - whole.begin, end);
    intact(whole.members <= whole.bytes / Zip.CENTRAL_BYTES, end);
    require(
        whole.members <= Zip.MAX_MEMBERS,
        "the archive has %s members, more than the %s that are read; save fewer to each",
        whole.members,
        Zip.MAX_MEMBERS);
    return whole;
  }

  /// The larger record, with which the smaller one must agree where it has room.
  private Directory widened(Directory small, long at, long locator) {
    intact(has(at, Zip.END64, Zip.END64_BYTES) && long64(at + 4) == locator - at - 12, locator);
    Directory whole = new Directory(long64(at + 32), long64(at + 48), long64(at + 40));
    intact(agrees(small.members, whole.members, Zip.MAX_16), at);
    intact(agrees(small.begin, whole.begin, Zip.MAX_32), at);
    intact(agrees(small.bytes, whole.bytes, Zip.MAX_32), at);
    return whole;
  }

  private static boolean agrees(long small, long large, long full) {
    return small == full || small == large;
  }

  private Member member(long at, long end) {
    int nameBytes = short16(at + 28);
    int flags = short16(at + 8);
    MemorySegment encoded = file.asSlice(at + Zip.CENTRAL_BYTES, nameBytes);
    String name = decode(encoded, (flags & Zip.UTF_8) != 0);
    var wide = new WideFields(at + Zip.CENTRAL_BYTES + nameBytes, short16(at + 30));
    long unpacked = wide.resolve(int32(at + 24));
    long packed = wide.resolve(int32(at + 20));
    long local = wide.resolve(int32(at + 42));
    intact(local <= end - Zip.LOCAL_BYTES && has(local, Zip.LOCAL, Zip.LOCAL_BYTES), at);
    long begin = local + Zip.LOCAL_BYTES + short16(local + 26) + short16(local + 28);
    intact(begin <= end && packed <= end - begin, at);
    int crc32 = file.get(INT, at + 16);
    var member = new Member(name, flags, short16(at + 10), crc32, packed, unpacked, local, begin);
    member.check(
        isIn(member, local, encoded),
        "is another in its own record than in the directory; copy or save it again");
    return member;
  }

  /// True if a member's own record describes it as the directory does.
  private boolean isIn(Member member, long local, MemorySegment encoded) {
    int nameBytes = short16(local + 26);
    if (short16(local + 8) != member.method
        || (short16(local + 6) & Zip.ENCRYPTED) != (member.flags & Zip.ENCRYPTED)
        || file.asSlice(local + Zip.LOCAL_BYTES, nameBytes).mismatch(encoded) >= 0) {
      return false;
    }
    if ((short16(local + 6) & Zip.DESCRIPTOR) != 0) {
      // With a descriptor behind the data, sizes and checksum are not known where the record is.
      return true;
    }
    var wide = new WideFields(local + Zip.LOCAL_BYTES + nameBytes, short16(local + 28));
    return file.get(INT, local + 14) == member.crc32
        && wide.resolve(int32(local + 22)) == member.unpacked
        && wide.resolve(int32(local + 18)) == member.packed;
  }

  private static String decode(MemorySegment encoded, boolean utf8) {
    try {
      // Without the flag it is what DOS used, as for Python; the letters are ASCII in both.
      Charset charset = utf8 ? StandardCharsets.UTF_8 : Charset.forName("IBM437");
      return charset.newDecoder().decode(encoded.asByteBuffer()).toString();
    } catch (CharacterCodingException _) {
      throw new IllegalArgumentException(
          "the archive has a member whose name is no UTF-8 text; save it again");
    }
  }

  private static void requireApart(List<Member> members) {
    List<Member> sorted = members.stream().sorted(Comparator.comparingLong(Member::local)).toList();
    for (int i = 1; i < sorted.size(); i++) {
      Member before = sorted.get(i - 1);
      sorted
          .get(i)
          .check(
              before.data + before.packed <= sorted.get(i).local,
              "shares bytes with another; copy or save the archive again");
    }
  }

  private static void intact(boolean condition, long at) {
    require(
        condition,
        "the archive is malformed, as its record at byte %s says; copy or save it again",
        at);
  }

  /// True if a record of this length with this signature is there.
  private boolean has(long at, int signature, int length) {
    return at >= 0 && at <= file.byteSize() - length && file.get(INT, at) == signature;
  }

  private int short16(long at) {
    return Short.toUnsignedInt(file.get(SHORT, at));
  }

  private long int32(long at) {
    return Integer.toUnsignedLong(file.get(INT, at));
  }

  /// No file has so many bytes as are beyond a signed `long`.
  private long long64(long at) {
    long value = file.get(LONG, at);
    intact(value >= 0, at);
    return value;
  }

  /// Numbers of a member that do not fit 32 bits, one after the other in an extra field.
  private final class WideFields {
    private long at;
    private long end;

    WideFields(long extra, int length) {
      long all = extra + length;
      for (long field = extra; field <= all - Zip.EXTRA_HEAD && end == 0; ) {
        int bytes = short16(field + 2);
        intact(bytes <= all - field - Zip.EXTRA_HEAD, field);
        if (short16(field) == Zip.EXTRA64) {
          this.at = field + Zip.EXTRA_HEAD;
          this.end = at + bytes;
        }
        field += Zip.EXTRA_HEAD + bytes;
      }
    }

    /// The number, or the next of the wide ones if it stands for that.
    long resolve(long narrow) {
      if (narrow != Zip.MAX_32) {
        return narrow;
      }
      intact(at <= end - Long.BYTES, at);
      at += Long.BYTES;
      return long64(at - Long.BYTES);
    }
  }
}
