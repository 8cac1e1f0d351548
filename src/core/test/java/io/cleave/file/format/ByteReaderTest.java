package io.cleave.file.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Deflated data that no usual program writes.
class ByteReaderTest {
  private static final byte[] DATA = NpyBytes.data(1000);

  /// A block of stored bytes without any, which is not the last.
  private static final byte[] EMPTY = {0, 0, 0, -1, -1};

  /// The same as the last one.
  private static final byte[] LAST = {1, 0, 0, -1, -1};

  /// So many empty blocks take more than is handed to the inflater at a time.
  private static final int MANY = 30_000;

  private static byte[] deflated(byte[] data, int flush) {
    try (Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
      deflater.setInput(data);
      if (flush == Deflater.NO_FLUSH) {
        deflater.finish();
      }
      byte[] output = new byte[2 * data.length];
      int count = deflater.deflate(output, 0, output.length, flush);
      return Arrays.copyOf(output, count);
    }
  }

  private static ByteArrayOutputStream empty(int blocks) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < blocks; i++) {
      bytes.writeBytes(EMPTY);
    }
    return bytes;
  }

  private static void requireData(byte[] packed) throws IOException {
    MemorySegment bytes = MemorySegment.ofArray(packed);
    byte[] inflated = new byte[DATA.length];
    try (var reader =
        new ByteReader(bytes, true, 0, DATA.length, Written.crc32(DATA), ZipException::new)) {
      reader.read(0, MemorySegment.ofArray(inflated));
      assertThat(inflated).isEqualTo(DATA);
    }
  }

  private static void requireBad(byte[] packed, String problem, Object... numbers) {
    assertThatExceptionOfType(ZipException.class)
        .isThrownBy(() -> requireData(packed))
        .withMessageContaining(problem, numbers);
  }

  @Test
  void nothingMayStandBeforeTheDataInManyBlocks() throws IOException {
    ByteArrayOutputStream packed = empty(MANY);
    packed.writeBytes(deflated(DATA, Deflater.NO_FLUSH));
    requireData(packed.toByteArray());
  }

  @Test
  void nothingMayStandBehindTheDataInManyBlocks() throws IOException {
    var packed = new ByteArrayOutputStream();
    packed.writeBytes(deflated(DATA, Deflater.SYNC_FLUSH));
    packed.writeBytes(empty(MANY).toByteArray());
    packed.writeBytes(LAST);
    requireData(packed.toByteArray());
  }

  @Test
  void bytesBehindManyEmptyBlocksAreFound() {
    var packed = new ByteArrayOutputStream();
    packed.writeBytes(deflated(DATA, Deflater.SYNC_FLUSH));
    packed.writeBytes(empty(MANY).toByteArray());
    packed.writeBytes(deflated(DATA, Deflater.NO_FLUSH));
    requireBad(packed.toByteArray(), "unpacks to more than the 1000 bytes that it claims");
  }

  @Test
  @Timeout(10)
  void dataWithoutALastBlockIsRefused() {
    byte[] open = deflated(DATA, Deflater.SYNC_FLUSH);
    requireBad(open, "its deflated data ends after %s of %s bytes", open.length, open.length);
    requireBad(empty(MANY).toByteArray(), "unpacks to 0 bytes and not to the 1000");
  }

  @Test
  void bytesBehindTheLastBlockAreRefused() {
    byte[] whole = deflated(DATA, Deflater.NO_FLUSH);
    byte[] longer = Arrays.copyOf(whole, whole.length + 3);
    requireBad(longer, "ends after %s of %s bytes", whole.length, longer.length);
  }
}
