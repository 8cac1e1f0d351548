package io.cleave.file.format;

import static io.cleave.file.format.Members.FLOATS;
import static io.cleave.file.format.Members.two;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.file.MalformedFileException;
import io.cleave.file.Opened;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Archives that lie about what they hold are refused as they are opened.
class HostileNpzTest {
  private static final String MALFORMED = "the archive is malformed, as its record at byte ";

  @TempDir Path folder = Path.of("");
  @AutoClose private final Arena arena = Arena.ofConfined();

  static Stream<Arguments> hostile() {
    byte[] good = ZipBytes.stored(two());
    byte[] packed = ZipBytes.deflated(two());
    int size = good.length;
    int directory = ZipBytes.find(good, ZipBytes.CENTRAL, 0);
    return Stream.of(
        Arguments.of(Arrays.copyOf(good, size - 1), "the archive has no end"),
        Arguments.of(Arrays.copyOf(good, size / 2), "the archive has no end"),
        Arguments.of(new byte[] {'P', 'K'}, "the archive has no end"),
        Arguments.of(new byte[0], "the archive has no end"),
        Arguments.of(Arrays.copyOf(good, size + 1), "the archive has no end"),
        Arguments.of(ZipBytes.with16(good, ZipBytes.END, 0, 4, 1), "one of several pieces"),
        Arguments.of(ends(good, 3), MALFORMED),
        Arguments.of(ends(good, 1), MALFORMED),
        Arguments.of(ends(good, 0xffff), MALFORMED),
        Arguments.of(ZipBytes.with32(good, ZipBytes.END, 0, 12, 101), MALFORMED),
        Arguments.of(ZipBytes.with32(good, ZipBytes.END, 0, 16, directory + 1), MALFORMED),
        Arguments.of(ZipBytes.with32(good, ZipBytes.END, 0, 16, -1), MALFORMED),
        Arguments.of(central(good, 8, 1), "is another in its own record than in the directory"),
        Arguments.of(
            ZipBytes.with16(central(good, 8, 1), ZipBytes.LOCAL, 0, 6, 1), "'a.npy' is encrypted"),
        Arguments.of(central(good, 10, 12), "is another in its own record than in the directory"),
        Arguments.of(
            ZipBytes.with16(central(good, 10, 12), ZipBytes.LOCAL, 0, 8, 12),
            "is neither stored nor deflated"),
        Arguments.of(central(good, 16, 7), "is another in its own record than in the directory"),
        Arguments.of(central(good, 20, 7), "is another in its own record than in the directory"),
        Arguments.of(central(good, 24, 7), "is another in its own record than in the directory"),
        Arguments.of(central(good, 20, size), MALFORMED),
        Arguments.of(
            ZipBytes.with32(packed, ZipBytes.CENTRAL, 0, 24, 2_000_000_000),
            "claims to unpack to more or fewer bytes than it can"),
        Arguments.of(ZipBytes.with32(packed, ZipBytes.CENTRAL, 0, 24, -1), MALFORMED),
        Arguments.of(central(good, 42, 1), MALFORMED),
        Arguments.of(central(good, 42, size), MALFORMED),
        Arguments.of(central(good, 42, -2), MALFORMED),
        Arguments.of(ZipBytes.with16(good, ZipBytes.CENTRAL, 0, 28, 9999), MALFORMED),
        Arguments.of(ZipBytes.renamed(good, "b.npy", "a.npy"), "the member 'a.npy' is there twice"),
        Arguments.of(ZipBytes.stored(Map.of("../a.npy", FLOATS)), "leads out of the archive"),
        Arguments.of(ZipBytes.stored(Map.of("x/../a.npy", FLOATS)), "leads out of the archive"),
        Arguments.of(ZipBytes.stored(Map.of("x\\..\\a.npy", FLOATS)), "leads out of the archive"),
        Arguments.of(
            ZipBytes.stored(Map.of("/a.npy", FLOATS)), "has a name that is empty, absolute,"),
        Arguments.of(
            ZipBytes.stored(Map.of("C:a.npy", FLOATS)), "has a name that is empty, absolute,"),
        Arguments.of(
            ZipBytes.stored(Map.of("a\u001b[31m.npy", FLOATS)), "or has control characters"),
        Arguments.of(ZipBytes.stored(Map.of("a.txt", FLOATS)), "the archive has no array"),
        Arguments.of(ZipBytes.stored(Map.of()), "the archive has no array"),
        Arguments.of(overlapping(), "the member 'b.npy' shares bytes with another"));
  }

  /// With another number of members.
  private static byte[] ends(byte[] zip, int members) {
    return ZipBytes.with16(
        ZipBytes.with16(zip, ZipBytes.END, 0, 8, members), ZipBytes.END, 0, 10, members);
  }

  private static byte[] central(byte[] zip, int field, int value) {
    return field >= 14
        ? ZipBytes.with32(zip, ZipBytes.CENTRAL, 0, field, value)
        : ZipBytes.with16(zip, ZipBytes.CENTRAL, 0, field, value);
  }

  /// The first member claims to reach into the second, in both its records.
  private static byte[] overlapping() {
    byte[] zip = ZipBytes.stored(two());
    for (int size : new int[] {18, 22}) {
      zip = ZipBytes.with32(zip, ZipBytes.LOCAL, 0, size, FLOATS.length + 40);
      zip = ZipBytes.with32(zip, ZipBytes.CENTRAL, 0, size + 2, FLOATS.length + 40);
    }
    return zip;
  }

  /// The larger records of an end, behind a directory of zeros from byte 2 on.
  private static byte[] end64(long members, int directory, long claimed, long at) {
    ByteBuffer zip =
        ByteBuffer.wrap(new byte[2 + directory + 56 + 20 + 22]).order(ByteOrder.LITTLE_ENDIAN);
    zip.put((byte) 'P').put((byte) 'K').position(2 + directory);
    zip.putInt(0x06064b50).putLong(44).putShort((short) 45).putShort((short) 45);
    zip.putInt(0).putInt(0).putLong(members).putLong(members).putLong(claimed).putLong(2);
    zip.putInt(0x07064b50).putInt(0).putLong(at).putInt(1);
    zip.putInt(0x06054b50).putInt(0).putInt(-1).putInt(-1).putInt(-1).putShort((short) 0);
    return zip.array();
  }

  static Stream<Arguments> hostileZip64() {
    int many = 46 * ((1 << 20) + 1);
    return Stream.of(
        Arguments.of(end64(1, 46, 46, 48), MALFORMED),
        Arguments.of(end64(1, 46, 46, 47), MALFORMED),
        Arguments.of(end64(1, 46, 46, Long.MAX_VALUE), MALFORMED),
        Arguments.of(end64(1, 46, 46, -1), MALFORMED),
        Arguments.of(end64(1, 46, 45, 48), MALFORMED),
        Arguments.of(end64(1, 46, Long.MAX_VALUE, 48), MALFORMED),
        Arguments.of(end64(2, 46, 46, 48), MALFORMED),
        Arguments.of(end64(-1, 46, 46, 48), MALFORMED),
        // JUnit would print 48 MB.
        Arguments.of(Named.of("many", end64(1 << 20, many, many, 2 + many)), MALFORMED),
        Arguments.of(
            Named.of("too many", end64((1 << 20) + 1, many, many, 2 + many)),
            "has 1048577 members, more than the 1048576 that are read"),
        Arguments.of(ZipBytes.with32(end64(1, 46, 46, 48), Zip.END64, 0, 4, 45), MALFORMED),
        Arguments.of(ZipBytes.with32(end64(1, 46, 46, 48), ZipBytes.END, 0, 12, 47), MALFORMED),
        Arguments.of(ZipBytes.with32(end64(1, 46, 46, 48), ZipBytes.END, 0, 16, 3), MALFORMED),
        Arguments.of(ends(end64(1, 46, 46, 48), 2), MALFORMED));
  }

  @ParameterizedTest
  @MethodSource({"hostile", "hostileZip64"})
  @Timeout(10)
  void refusesWhatIsMalformed(byte[] zip, String problem) throws IOException {
    Path file = Files.write(folder.resolve("data.npz"), zip);
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(() -> Opened.open(file, arena))
        .withMessageStartingWith(file + ": ")
        .withMessageContaining(problem)
        .withMessageContaining("; ");
  }
}
