package io.cleave.file.format;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/// Records of a zip archive with stored members, whose data is aligned to 64 bytes. Sizes and
/// offsets that do not fit 32 bits go to an extra field, as zip64 has it.
///
/// Used by one thread.
final class ZipWriter {
  private static final int LOCAL_CRC32 = 14;

  /// 1980-01-01, the first day of zip: the same tensors make the same file.
  private static final int DATE = 1 << 5 | 1;

  private static final int VERSION = 20;
  private static final int VERSION_64 = 45;

  /// The number of Android's extra field for aligned data.
  private static final int EXTRA_ALIGNMENT = 0xd935;

  private static final int ALIGNMENT = 64;

  /// @param bytes of the whole member
  /// @param offset where its local record begins
  private record Member(String name, long bytes, long offset, CRC32 sum) {
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
  /// @param begin its first bytes, which are in its checksum
  /// @param bytes how many follow
  /// @return its local record, without the checksum, and its first bytes
  FileLayout.Chunk add(String name, byte[] begin, long bytes) {
    Member member = new Member(name, Math.addExact(begin.length, bytes), end, new CRC32());
    member.sum.update(begin);
    byte[] record = local(member, begin);
    members.add(member);
    end = Math.addExact(Math.addExact(end, record.length), bytes);
    return new FileLayout.Chunk(member.offset, MemorySegment.ofArray(record));
  }

  /// The checksum of a member, as far as its bytes are known.
  CRC32 checksum(int member) {
    return members.get(member).sum;
  }

  private static byte[] local(Member member, byte[] begin) {
    byte[] encoded = member.encoded();
    boolean large = member.isLarge();
    int sizes = large ? Zip.EXTRA_HEAD + 2 * Long.BYTES : 0;
    int bare = Zip.LOCAL_BYTES + encoded.length + sizes + Zip.EXTRA_HEAD + Short.BYTES;
    int filling = (int) Math.floorMod(-(member.offset + bare), (long) ALIGNMENT);
    byte[] record = new byte[bare + filling + begin.length];
    ByteBuffer out = buffer(record);
    out.putInt(Zip.LOCAL);
    describe(out, member, encoded, 0, large);
    out.putShort((short) (sizes + Zip.EXTRA_HEAD + Short.BYTES + filling)).put(encoded);
    if (large) {
      out.putShort((short) Zip.EXTRA64).putShort((short) (2 * Long.BYTES));
      out.putLong(member.bytes).putLong(member.bytes);
    }
    out.putShort((short) EXTRA_ALIGNMENT).putShort((short) (Short.BYTES + filling));
    out.putShort((short) ALIGNMENT).put(bare + filling, begin);
    return record;
  }

  private static void describe(
      ByteBuffer out, Member member, byte[] encoded, int crc32, boolean version64) {
    boolean ascii = encoded.length == member.name.length();
    out.putShort((short) (version64 ? VERSION_64 : VERSION));
    out.putShort((short) (ascii ? 0 : Zip.UTF_8)).putShort((short) ZipEntry.STORED);
    out.putShort((short) 0).putShort((short) DATE).putInt(crc32);
    int size = (int) Math.min(member.bytes, Zip.MAX_32);
    out.putInt(size).putInt(size);
    out.putShort((short) encoded.length);
  }

  /// The checksums of all members, the directory and the end of the archive.
  List<FileLayout.Chunk> ending() {
    List<FileLayout.Chunk> chunks = new ArrayList<>();
    ByteArrayOutputStream tail = new ByteArrayOutputStream();
    for (Member member : members) {
      byte[] crc32 = new byte[Integer.BYTES];
      buffer(crc32).putInt((int) member.sum.getValue());
      chunks.add(new FileLayout.Chunk(member.offset + LOCAL_CRC32, MemorySegment.ofArray(crc32)));
      tail.writeBytes(central(member));
    }
    tail.writeBytes(ending(tail.size()));
    chunks.add(new FileLayout.Chunk(end, MemorySegment.ofArray(tail.toByteArray())));
    return chunks;
  }

  private static byte[] central(Member member) {
    byte[] encoded = member.encoded();
    boolean far = member.offset >= Zip.MAX_32;
    int values = (member.isLarge() ? 2 : 0) + (far ? 1 : 0);
    int extra = values == 0 ? 0 : Zip.EXTRA_HEAD + values * Long.BYTES;
    byte[] record = new byte[Zip.CENTRAL_BYTES + encoded.length + extra];
    ByteBuffer out = buffer(record);
    out.putInt(Zip.CENTRAL).putShort((short) (values > 0 ? VERSION_64 : VERSION));
    describe(out, member, encoded, (int) member.sum.getValue(), values > 0);
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

  /// @param bytes of the directory
  private byte[] ending(long bytes) {
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
