package io.cleave.file.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Puts `.safetensors` files together byte by byte, good ones and bad ones.
public final class SafetensorsBytes {
  private SafetensorsBytes() {}

  /// A file with this text as its header, and so many bytes of data.
  public static byte[] file(String header, int data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer file = ByteBuffer.allocate(8 + text.length + data).order(ByteOrder.LITTLE_ENDIAN);
    file.putLong(text.length).put(text).put(NpyBytes.data(data));
    return file.array();
  }
}
