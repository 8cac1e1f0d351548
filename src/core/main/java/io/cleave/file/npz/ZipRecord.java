package io.cleave.file.npz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes the records of a zip archive that describe one stored member. An immutable value.
///
/// Sizes and offsets that do not fit 32 bits go to an extra field, as zip64 has it.
///
/// @param name what the archive calls it
/// @param crc32 the checksum of its bytes
/// @param bytes how many there are
/// @param offset where its local record begins
record ZipRecord(String name, int crc32, long bytes, long offset) {
  /// Where the checksum stands in a local record.
  static final int LOCAL_CRC32 = 14;

  /// 1980-01-01, the first day that zip knows: so that the same tensors make the same file.
  private static final int DATE = 1 << 5 | 1;

  private static final int VERSION = 20;
  private static final int VERSION_64 = 45;

  /// An extra field that says how the data is aligned and is otherwise empty; Android's tools gave
  /// it its number.
  private static final int EXTRA_ALIGNMENT = 0xd935;

  private static final int ALIGNMENT = 64;
  private static final int EXTRA_HEAD = 4;

  private byte[] encodedName() {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  /// The same with its checksum.
  ZipRecord summed(int checksum) {
    return new ZipRecord(name, checksum, bytes, offset);
  }

  /// Whether the sizes go to the extra field.
  private boolean isLarge() {
    return bytes >= Zip.MAX_32;
  }

  /// The local record, filled up so that what follows it is aligned.
  byte[] local() {
    byte[] encoded = encodedName();
    int sizes = isLarge() ? EXTRA_HEAD + 2 * Long.BYTES : 0;
    int bare = Zip.LOCAL_BYTES + encoded.length + sizes + EXTRA_HEAD + Short.BYTES;
    int filling = (int) Math.floorMod(-(offset + bare), (long) ALIGNMENT);
    byte[] record = new byte[bare + filling];
    ByteBuffer out = buffer(record);
    out.putInt(Zip.LOCAL);
    described(out, isLarge(), isLarge(), encoded);
    out.putShort((short) (bare + filling - Zip.LOCAL_BYTES - encoded.length)).put(encoded);
    if (isLarge()) {
      out.putShort((short) Zip.EXTRA64).putShort((short) (2 * Long.BYTES));
      out.putLong(bytes).putLong(bytes);
    }
    out.putShort((short) EXTRA_ALIGNMENT).putShort((short) (Short.BYTES + filling));
    out.putShort((short) ALIGNMENT);
    return record;
  }

  /// The record in the directory at the end of the archive.
  byte[] central() {
    byte[] encoded = encodedName();
    boolean far = offset >= Zip.MAX_32;
    int values = (isLarge() ? 2 : 0) + (far ? 1 : 0);
    int extra = values == 0 ? 0 : EXTRA_HEAD + values * Long.BYTES;
    byte[] record = new byte[Zip.CENTRAL_BYTES + encoded.length + extra];
    ByteBuffer out = buffer(record);
    out.putInt(Zip.CENTRAL).putShort((short) (values > 0 ? VERSION_64 : VERSION));
    described(out, values > 0, isLarge(), encoded);
    out.putShort((short) extra);
    // No comment, the first and only disk, no attributes.
    out.putShort((short) 0).putShort((short) 0).putShort((short) 0).putInt(0);
    out.putInt((int) Math.min(offset, Zip.MAX_32)).put(encoded);
    if (values > 0) {
      out.putShort((short) Zip.EXTRA64).putShort((short) (values * Long.BYTES));
    }
    if (isLarge()) {
      out.putLong(bytes).putLong(bytes);
    }
    if (far) {
      out.putLong(offset);
    }
    return record;
  }

  private void described(ByteBuffer out, boolean version64, boolean large, byte[] encoded) {
    boolean ascii = encoded.length == name.length();
    out.putShort((short) (version64 ? VERSION_64 : VERSION));
    out.putShort((short) (ascii ? 0 : Zip.UTF_8)).putShort((short) Zip.STORED);
    out.putShort((short) 0).putShort((short) DATE).putInt(crc32);
    int size = (int) (large ? Zip.MAX_32 : bytes);
    out.putInt(size).putInt(size);
    out.putShort((short) encoded.length);
  }

  /// What ends an archive.
  ///
  /// @param members how many there are
  /// @param directory where the directory begins
  /// @param bytes how many bytes it takes
  static byte[] end(long members, long directory, long bytes) {
    boolean large = members >= Zip.MAX_16 || directory >= Zip.MAX_32 || bytes >= Zip.MAX_32;
    int large64 = large ? Zip.END64_BYTES + Zip.LOCATOR64_BYTES : 0;
    byte[] record = new byte[large64 + Zip.END_BYTES];
    ByteBuffer out = buffer(record);
    if (large) {
      out.putInt(Zip.END64).putLong(Zip.END64_BYTES - 12);
      out.putShort((short) VERSION_64).putShort((short) VERSION_64).putInt(0).putInt(0);
      out.putLong(members).putLong(members).putLong(bytes).putLong(directory);
      out.putInt(Zip.LOCATOR64).putInt(0).putLong(directory + bytes).putInt(1);
    }
    short count = (short) Math.min(members, Zip.MAX_16);
    out.putInt(Zip.END).putShort((short) 0).putShort((short) 0).putShort(count).putShort(count);
    out.putInt((int) Math.min(bytes, Zip.MAX_32)).putInt((int) Math.min(directory, Zip.MAX_32));
    out.putShort((short) 0);
    return record;
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
