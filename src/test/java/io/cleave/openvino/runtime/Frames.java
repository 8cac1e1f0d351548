package io.cleave.openvino.runtime;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// How bytes, texts and lists go from one process to the other.
final class Frames {
  private Frames() {}

  @FunctionalInterface
  interface ItemReader<T> {
    T read(DataInputStream from) throws IOException;
  }

  static void writeBytes(DataOutputStream to, byte[] bytes) throws IOException {
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  static byte[] readBytes(DataInputStream from) throws IOException {
    int length = readCount(from);
    byte[] bytes = from.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("%s bytes of %s".formatted(bytes.length, length));
    }
    return bytes;
  }

  static void writeText(DataOutputStream to, String text) throws IOException {
    writeBytes(to, text.getBytes(StandardCharsets.UTF_8));
  }

  static String readText(DataInputStream from) throws IOException {
    return new String(readBytes(from), StandardCharsets.UTF_8);
  }

  static <T> List<T> readList(DataInputStream from, ItemReader<T> item) throws IOException {
    int count = readCount(from);
    List<T> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(item.read(from));
    }
    return items;
  }

  private static int readCount(DataInputStream from) throws IOException {
    int count = from.readInt();
    if (count < 0) {
      throw new StreamCorruptedException("a count of %s".formatted(count));
    }
    return count;
  }
}
