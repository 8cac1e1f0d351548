package io.cleave.file.npz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.file.TensorFile;
import io.cleave.file.npy.NpyBytes;
import io.cleave.file.stored.DeflatedContent;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.stored.Written;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Entry;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.Pass;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Archives that the JDK wrote, whole and damaged.
class NpzReaderTest {
  private static final byte[] FLOATS =
      NpyBytes.file(1, NpyBytes.text("<f4", false, 2, 3), NpyBytes.data(24));
  private static final byte[] SHORTS =
      NpyBytes.file(2, NpyBytes.text(">i2", true, 70, 1000), NpyBytes.data(140_000));

  @TempDir Path folder = Path.of("");

  private static Map<String, byte[]> two() {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("a.npy", FLOATS);
    members.put("b.npy", SHORTS);
    return members;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsWhatTheJdkWrote(boolean stored) throws IOException {
    byte[] zip = stored ? ZipBytes.stored(two()) : ZipBytes.deflated(two());
    try (Arena arena = Arena.ofConfined()) {
      TensorFile file = TensorFile.open(write(zip), arena);
      List<StoredTensor> tensors = file.tensors();
      assertThat(file.entries()).extracting(Entry::name).containsExactly("a", "b");
      assertThat(tensors.getFirst().content())
          .isInstanceOf(stored ? MappedContent.class : DeflatedContent.class);
      assertThat(tensors.getFirst().shape()).isEqualTo(Shape.of(2, 3));
      assertThat(tensors.getLast().type()).isEqualTo(ElementType.I16);
      assertThat(tensors.getLast().layout().order()).isEqualTo(MemoryOrder.FORTRAN);
      for (int piece : new int[] {1, 24, 1000, 70_001, 140_000}) {
        assertThat(Written.read(tensors.getFirst(), Math.min(piece, 24)))
            .isEqualTo(NpyBytes.data(24));
        assertThat(Written.read(tensors.getLast(), Math.max(piece, 24)))
            .isEqualTo(NpyBytes.data(140_000));
      }
    }
  }

  @Test
  void skipsWhatNobodyWants() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      StoredTensor tensor =
          TensorFile.open(write(ZipBytes.deflated(two())), arena).tensors().getLast();
      try (Pass pass = tensor.content().begin()) {
        pass.skip(99_999);
        MemorySegment two = pass.next(2);
        assertThat(two.toArray(ValueLayout.JAVA_BYTE))
            .isEqualTo(Arrays.copyOfRange(NpyBytes.data(140_000), 99_999, 100_001));
        assertThat(two.isReadOnly()).isTrue();
        pass.skip(39_999);
      }
    }
  }

  @Test
  void leavesOtherMembersAlone() throws IOException {
    Map<String, byte[]> members = two();
    members.put("readme.txt", new byte[] {'h', 'i'});
    try (Arena arena = Arena.ofConfined()) {
      TensorFile file = TensorFile.open(write(ZipBytes.stored(members)), arena);
      assertThat(file.entries()).hasSize(2);
      assertThat(file.others()).containsExactly("readme.txt");
    }
  }

  @Test
  void refusesWhatCannotBeSplitOnlyWhenItIsChosen() throws IOException {
    Map<String, byte[]> members = two();
    members.put("o.npy", NpyBytes.file(1, NpyBytes.text("|O", false, 2), new byte[40]));
    members.put(
        "r.npy",
        NpyBytes.file(
            1, "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': ()}", new byte[4]));
    members.put("short.npy", Arrays.copyOf(FLOATS, FLOATS.length - 1));
    members.put("long.npy", Arrays.copyOf(FLOATS, FLOATS.length + 1));
    members.put("none.npy", new byte[0]);
    for (byte[] zip : List.of(ZipBytes.stored(members), ZipBytes.deflated(members))) {
      try (Arena arena = Arena.ofConfined()) {
        TensorFile file = TensorFile.open(write(zip), arena);
        assertThat(file.select(List.of("a", "b"))).hasSize(2);
        refuses(file, "o", "holds Python objects as a pickle");
        refuses(file, "r", "has fields and cannot be split");
        refuses(file, "short", "takes 24 bytes of data, and the member has 23");
        refuses(file, "long", "takes 24 bytes of data, and the member has 25");
        refuses(file, "none", "this is no .npy file, since it is empty");
      }
    }
  }

  private static void refuses(TensorFile file, String name, String problem) {
    assertThatExceptionOfType(BadFileException.class)
        .isThrownBy(() -> file.select(List.of(name)))
        .withMessageStartingWith("%s: the tensor '%s' cannot be split: ", file.file(), name)
        .withMessageContaining(problem);
  }

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
        Arguments.of(ends(good, 3), "claims 3 members, and its directory has room for 2"),
        Arguments.of(ends(good, 1), "has 51 bytes after its 1 members"),
        Arguments.of(ends(good, 0xffff), "claims 65535 members, and its directory has room for 2"),
        Arguments.of(
            ZipBytes.with32(good, ZipBytes.END, 0, 12, 101), "claims a directory of 101 bytes"),
        Arguments.of(
            ZipBytes.with32(good, ZipBytes.END, 0, 16, directory + 1), "which should end at byte"),
        Arguments.of(ZipBytes.with32(good, ZipBytes.END, 0, 16, -1), "at byte 4294967295"),
        Arguments.of(central(good, 8, 1), "is another in its own record than in the directory"),
        Arguments.of(
            ZipBytes.with16(central(good, 8, 1), ZipBytes.LOCAL, 0, 6, 1), "'a.npy' is encrypted"),
        Arguments.of(central(good, 10, 12), "is another in its own record than in the directory"),
        Arguments.of(
            ZipBytes.with16(central(good, 10, 12), ZipBytes.LOCAL, 0, 8, 12),
            "is packed by method 12, and only stored and deflated ones are read"),
        Arguments.of(central(good, 16, 7), "is another in its own record than in the directory"),
        Arguments.of(central(good, 20, 7), "is another in its own record than in the directory"),
        Arguments.of(central(good, 24, 7), "is another in its own record than in the directory"),
        Arguments.of(central(good, 20, size), "takes %s bytes from byte".formatted(size)),
        Arguments.of(
            ZipBytes.with32(packed, ZipBytes.CENTRAL, 0, 24, 2_000_000_000),
            "to 2000000000, which it cannot"),
        Arguments.of(
            ZipBytes.with32(packed, ZipBytes.CENTRAL, 0, 24, -1), "has malformed extra fields"),
        Arguments.of(central(good, 42, 1), "does not begin at byte 1"),
        Arguments.of(central(good, 42, size), "does not begin at byte " + size),
        Arguments.of(central(good, 42, -2), "does not begin at byte 4294967294"),
        Arguments.of(ZipBytes.with16(good, ZipBytes.CENTRAL, 0, 28, 9999), "malformed at its byte"),
        Arguments.of(ZipBytes.renamed(good, "b.npy", "a.npy"), "two members are named 'a.npy'"),
        Arguments.of(ZipBytes.stored(Map.of("../a.npy", FLOATS)), "leads out of the archive"),
        Arguments.of(ZipBytes.stored(Map.of("x/../a.npy", FLOATS)), "leads out of the archive"),
        Arguments.of(ZipBytes.stored(Map.of("x\\..\\a.npy", FLOATS)), "leads out of the archive"),
        Arguments.of(ZipBytes.stored(Map.of("/a.npy", FLOATS)), "is absolute"),
        Arguments.of(ZipBytes.stored(Map.of("C:a.npy", FLOATS)), "is absolute"),
        Arguments.of(ZipBytes.stored(Map.of("a\u001b[31m.npy", FLOATS)), "has a control character"),
        Arguments.of(ZipBytes.stored(Map.of("a.txt", FLOATS)), "the archive has no array"),
        Arguments.of(ZipBytes.stored(Map.of()), "the archive has no array"),
        Arguments.of(overlapping(), "shares bytes with 'a.npy'"));
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
        Arguments.of(end64(1, 46, 46, 48), "directory is malformed at its byte 0"),
        Arguments.of(end64(1, 46, 46, 47), "says that its end is at byte 47, and it is not"),
        Arguments.of(end64(1, 46, 46, Long.MAX_VALUE), "says that its end is at byte 92233"),
        Arguments.of(end64(1, 46, 46, -1), "claims 18446744073709551615 bytes or members"),
        Arguments.of(end64(1, 46, 45, 48), "claims a directory of 45 bytes at byte 2"),
        Arguments.of(end64(1, 46, Long.MAX_VALUE, 48), "claims a directory of 92233720368547758"),
        Arguments.of(end64(2, 46, 46, 48), "claims 2 members, and its directory has room for 1"),
        Arguments.of(end64(-1, 46, 46, 48), "claims 18446744073709551615 bytes or members"),
        Arguments.of(end64(1 << 20, many, many, 2 + many), "is malformed at its byte 0"),
        Arguments.of(
            end64((1 << 20) + 1, many, many, 2 + many),
            "has 1048577 members, more than the 1048576 that are read"),
        Arguments.of(
            ZipBytes.with32(end64(1, 46, 46, 48), ZipBytes.END, 0, 12, 47),
            "says two things of its directory"));
  }

  @ParameterizedTest
  @MethodSource({"hostile", "hostileZip64"})
  @Timeout(10)
  void refusesWhatIsMalformed(byte[] zip, String problem) throws IOException {
    Path file = write(zip);
    try (Arena arena = Arena.ofConfined()) {
      assertThatExceptionOfType(BadFileException.class)
          .isThrownBy(() -> TensorFile.open(file, arena))
          .withMessageStartingWith(file + ": ")
          .withMessageContaining(problem)
          .withMessageContaining("; ");
    }
  }

  @Test
  void refusesDamagedDataWhenItIsRead() throws IOException {
    byte[] packed = ZipBytes.deflated(two());
    int second = ZipBytes.find(packed, ZipBytes.LOCAL, 1);
    byte[] damaged = packed.clone();
    damaged[second + 1000] ^= 4;
    damaged(damaged, "");
    damaged(
        ZipBytes.with32(packed, ZipBytes.CENTRAL, 1, 16, 7), "instead of 00000007; copy or save");
  }

  private void damaged(byte[] zip, String problem) throws IOException {
    Path file = write(zip);
    try (Arena arena = Arena.ofConfined()) {
      TensorFile opened = TensorFile.open(file, arena);
      assertThat(Written.read(opened.tensors().getFirst(), 24)).hasSize(24);
      assertThatExceptionOfType(BadFileException.class)
          .isThrownBy(() -> Written.read(opened.tensors().getLast(), 1000))
          .withMessageStartingWith(file + ": the tensor 'b': its ")
          .withMessageContaining("data")
          .withMessageContaining(problem);
    }
  }

  @Test
  void refusesAMemberThatUnpacksToAnotherSize() throws IOException {
    // The header says 24 bytes, the directory says so, and the data is shorter, or longer.
    for (int change : new int[] {-1, 1}) {
      byte[] zip =
          ZipBytes.deflated(Map.of("b.npy", Arrays.copyOf(FLOATS, FLOATS.length + change)));
      zip = ZipBytes.with32(zip, ZipBytes.CENTRAL, 0, 24, FLOATS.length);
      try (Arena arena = Arena.ofConfined()) {
        StoredTensor tensor = TensorFile.open(write(zip), arena).tensors().getFirst();
        assertThatExceptionOfType(BadFileException.class)
            .isThrownBy(() -> Written.read(tensor, 24))
            .withMessageContaining(
                change < 0
                    ? "unpacks to %s bytes and not to the %s that it claims"
                        .formatted(FLOATS.length - 1, FLOATS.length)
                    : "unpacks to more than the %s bytes that it claims".formatted(FLOATS.length));
      }
    }
  }

  @Test
  @Timeout(10)
  void aBombIsNotUnpackedToBeRefused() throws IOException {
    // A thousand to one: the header claims less than that.
    byte[] bomb = Arrays.copyOf(FLOATS, 200 << 20);
    byte[] zip = ZipBytes.deflated(Map.of("a.npy", bomb));
    assertThat(zip).hasSizeLessThan(1 << 20);
    try (Arena arena = Arena.ofConfined()) {
      refuses(
          TensorFile.open(write(zip), arena), "a", "takes 24 bytes of data, and the member has");
    }
  }

  private Path write(byte[] zip) throws IOException {
    return Files.write(folder.resolve("data.npz"), zip);
  }
}
