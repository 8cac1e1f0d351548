package io.cleave.file.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Puts zip archives together with the JDK's writer, and then damages them.
public final class ZipBytes {
  public static final int LOCAL = 0x04034b50;
  public static final int CENTRAL = 0x02014b50;
  public static final int END = 0x06054b50;

  private ZipBytes() {}

  public static byte[] stored(Map<String, byte[]> members) {
    return zip(members, ZipEntry.STORED);
  }

  /// The sizes stand in descriptors behind the data.
  public static byte[] deflated(Map<String, byte[]> members) {
    return zip(members, ZipEntry.DEFLATED);
  }

  private static byte[] zip(Map<String, byte[]> members, int method) {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (var member : members.entrySet()) {
        ZipEntry entry = new ZipEntry(member.getKey());
        entry.setMethod(method);
        if (method == ZipEntry.STORED) {
          CRC32 crc = new CRC32();
          crc.update(member.getValue());
          entry.setSize(member.getValue().length);
          entry.setCrc(crc.getValue());
        }
        zip.putNextEntry(entry);
        zip.write(member.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// Where the record of some kind begins, the `nth` from 0.
  public static int find(byte[] zip, int signature, int nth) {
    ByteBuffer bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
    int left = nth;
    for (int at = 0; at <= zip.length - 4; at++) {
      if (bytes.getInt(at) == signature && left-- == 0) {
        return at;
      }
    }
    throw new IllegalArgumentException("there is no such record");
  }

  /// A copy with another 16-bit number in a record.
  public static byte[] with16(byte[] zip, int signature, int nth, int field, int value) {
    byte[] copy = zip.clone();
    ByteBuffer.wrap(copy)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(find(zip, signature, nth) + field, (short) value);
    return copy;
  }

  /// A copy with another 32-bit number in a record.
  public static byte[] with32(byte[] zip, int signature, int nth, int field, int value) {
    byte[] copy = zip.clone();
    ByteBuffer.wrap(copy)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(find(zip, signature, nth) + field, value);
    return copy;
  }

  /// A copy in which every `from` is `to`, which is as long.
  public static byte[] renamed(byte[] zip, String from, String to) {
    String text = new String(zip, StandardCharsets.ISO_8859_1);
    return text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
  }
}
