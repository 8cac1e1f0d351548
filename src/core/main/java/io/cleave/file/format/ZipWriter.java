package io.cleave.file.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Records of a zip archive with stored members, whose data is aligned to 64 bytes. Sizes and
/// offsets that do not fit 32 bits go to an extra field, as zip64 has it.
///
/// Used by one thread.
final class ZipWriter {
  /// Where the checksum is in a local record.
  static final int LOCAL_CRC32 = 14;

  /// 1980-01-01, the first day of zip: the same tensors make the same file.
  private static final int DATE = 1 << 5 | 1;

  private static final int VERSION = 20;
  private static final int VERSION_64 = 45;

  /// The number of Android's extra field for aligned data.
  private static final int EXTRA_ALIGNMENT = 0xd935;

  private static final int ALIGNMENT = 64;
  private static final int EXTRA_HEAD = 4;

  /// @param bytes of header and data
  /// @param offset where its local record begins
  private record Member(String name, long bytes, long offset) {
    byte[] encoded() {
      return name.getBytes(StandardCharsets.UTF_8);
    }

    boolean isLarge() {
      return bytes >= Zip.MAX_32;
    }
  }

  private final List<Member> members = new ArrayList<>();
  private long end;

  /// Adds a member behind the others.
  ///
  /// @return its local record, without the checksum
  byte[] add(String name, long bytes) {
    Member member = new Member(name, bytes, end);
    byte[] local = local(member);
    members.add(member);
    end = Math.addExact(Math.addExact(end, local.length), bytes);
    return local;
  }

  /// Where the next member begins, or the directory.
  long end() {
    return end;
  }

  /// Where the local record of a member begins.
  long offset(int member) {
    return members.get(member).offset;
  }

  private static byte[] local(Member member) {
    byte[] encoded = member.encoded();
    boolean large = member.isLarge();
    int sizes = large ? EXTRA_HEAD + 2 * Long.BYTES : 0;
    int bare = Zip.LOCAL_BYTES + encoded.length + sizes + EXTRA_HEAD + Short.BYTES;
    int filling = (int) Math.floorMod(-(member.offset + bare), (long) ALIGNMENT);
    byte[] record = new byte[bare + filling];
    ByteBuffer out = buffer(record);
    out.putInt(Zip.LOCAL);
    describe(out, member, encoded, 0, large);
    out.putShort((short) (record.length - Zip.LOCAL_BYTES - encoded.length)).put(encoded);
    if (large) {
      out.putShort((short) Zip.EXTRA64).putShort((short) (2 * Long.BYTES));
      out.putLong(member.bytes).putLong(member.bytes);
    }
    out.putShort((short) EXTRA_ALIGNMENT).putShort((short) (Short.BYTES + filling));
    out.putShort((short) ALIGNMENT);
    return record;
  }

  private static void describe(
      ByteBuffer out, Member member, byte[] encoded, int crc32, boolean version64) {
    boolean ascii = encoded.length == member.name.length();
    out.putShort((short) (version64 ? VERSION_64 : VERSION));
    out.putShort((short) (ascii ? 0 : Zip.UTF_8)).putShort((short) Zip.STORED);
    out.putShort((short) 0).putShort((short) DATE).putInt(crc32);
    int size = (int) Math.min(member.bytes, Zip.MAX_32);
    out.putInt(size).putInt(size);
    out.putShort((short) encoded.length);
  }

  /// The record of a member in the directory, to be followed by those of the others and by
  /// [#ending].
  byte[] central(int index, int crc32) {
    Member member = members.get(index);
    byte[] encoded = member.encoded();
    boolean far = member.offset >= Zip.MAX_32;
    int values = (member.isLarge() ? 2 : 0) + (far ? 1 : 0);
    int extra = values == 0 ? 0 : EXTRA_HEAD + values * Long.BYTES;
    byte[] record = new byte[Zip.CENTRAL_BYTES + encoded.length + extra];
    ByteBuffer out = buffer(record);
    out.putInt(Zip.CENTRAL).putShort((short) (values > 0 ? VERSION_64 : VERSION));
    describe(out, member, encoded, crc32, values > 0);
    out.putShort((short) extra);
    // No comment, the first and only disk, no attributes.
    out.putShort((short) 0).putShort((short) 0).putShort((short) 0).putInt(0);
    out.putInt((int) Math.min(member.offset, Zip.MAX_32)).put(encoded);
    if (values > 0) {
      out.putShort((short) Zip.EXTRA64).putShort((short) (values * Long.BYTES));
    }
    if (member.isLarge()) {
      out.putLong(member.bytes).putLong(member.bytes);
    }
    if (far) {
      out.putLong(member.offset);
    }
    return record;
  }

  /// The end of the archive.
  ///
  /// @param bytes of the directory
  byte[] ending(long bytes) {
    int count = members.size();
    boolean large = count >= Zip.MAX_16 || end >= Zip.MAX_32 || bytes >= Zip.MAX_32;
    int wide = large ? Zip.END64_BYTES + Zip.LOCATOR64_BYTES : 0;
    byte[] record = new byte[wide + Zip.END_BYTES];
    ByteBuffer out = buffer(record);
    if (large) {
      out.putInt(Zip.END64).putLong(Zip.END64_BYTES - 12);
      out.putShort((short) VERSION_64).putShort((short) VERSION_64).putInt(0).putInt(0);
      out.putLong(count).putLong(count).putLong(bytes).putLong(end);
      out.putInt(Zip.LOCATOR64).putInt(0).putLong(end + bytes).putInt(1);
    }
    short small = (short) Math.min(count, Zip.MAX_16);
    out.putInt(Zip.END).putShort((short) 0).putShort((short) 0).putShort(small).putShort(small);
    out.putInt((int) Math.min(bytes, Zip.MAX_32)).putInt((int) Math.min(end, Zip.MAX_32));
    out.putShort((short) 0);
    return record;
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
