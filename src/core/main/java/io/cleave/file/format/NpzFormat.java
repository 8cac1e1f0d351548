package io.cleave.file.format;

import io.cleave.text.OneLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `.npz` files: zip archives whose members named `*.npy` are arrays. Stored members are mapped
/// where they lie, deflated ones are inflated as they are read; only `.npy` headers are read here.
final class NpzFormat {
  private static final Logger LOG = LoggerFactory.getLogger(NpzFormat.class);

  /// The extension of the names of arrays.
  static final String SUFFIX = ".npy";

  private static final int MAX_NAME = 0xffff;

  /// Deflated data unpacks to at most so many times its size.
  private static final long MAX_RATIO = 1032;

  private NpzFormat() {}

  /// Reads the directory and the header of each array.
  ///
  /// @throws IllegalArgumentException if the archive is malformed, or holds no array
  static Contents read(MappedFile file, ReadOptions options) throws IOException {
    List<Entry> entries = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (ZipReader.Member member : ZipReader.read(file.bytes(), options.limits())) {
      if (member.name().endsWith(SUFFIX)) {
        entries.add(entry(file, member, options));
      } else {
        others.add(member.name());
      }
    }
    if (entries.isEmpty()) {
      throw new IllegalArgumentException(
          "the archive has no array, which would be a member named *.npy, among its %s members; save arrays with numpy.savez"
              .formatted(others.size()));
    }
    if (!others.isEmpty()) {
      LOG.warn(
          "{} has {} members that are no arrays, such as {}; they are left alone",
          OneLine.of(file.path().toString()),
          others.size(),
          OneLine.excerpt(others.getFirst()));
    }
    return new Contents(entries, others, Map.of());
  }

  private static Entry entry(MappedFile file, ZipReader.Member member, ReadOptions options)
      throws IOException {
    requireReadable(member);
    String description = "no readable .npy header";
    String name = member.name().substring(0, member.name().length() - SUFFIX.length());
    try {
      NpyFormat.Header header = header(file, member, options);
      description = header.description();
      StoredLayout layout = header.layout(options);
      long present = member.unpacked() - header.end();
      if (present != layout.bytes()) {
        throw new IllegalArgumentException(
            "%s %s takes %s bytes of data, and the member has %s; copy or save it again"
                .formatted(layout.type(), layout.shape(), layout.bytes(), present));
      }
      boolean deflated = member.method() == Zip.DEFLATED;
      var place =
          new DataSource.Member(
              member.name(),
              member.data(),
              member.packed(),
              deflated,
              header.end(),
              member.crc32());
      long offset = member.data() + (deflated ? 0 : header.end());
      var data = new DataSource(offset, layout.bytes(), place);
      return new StoredTensor(file.path(), name, layout, data);
    } catch (IllegalArgumentException | ZipException e) {
      String problem = Objects.requireNonNullElse(e.getMessage(), e.toString());
      return new Entry.Unusable(file.path(), name, description, member.unpacked(), problem);
    }
  }

  private static void requireReadable(ZipReader.Member member) {
    if ((member.flags() & Zip.ENCRYPTED) != 0) {
      throw new IllegalArgumentException(
          "the member '%s' is encrypted; save the archive without a password"
              .formatted(OneLine.excerpt(member.name())));
    }
    boolean stored = member.method() == Zip.STORED;
    if (!stored && member.method() != Zip.DEFLATED) {
      throw new IllegalArgumentException(
          "the member '%s' is packed by method %s, and only stored and deflated ones are read; save it with numpy.savez"
              .formatted(OneLine.excerpt(member.name()), member.method()));
    }
    if (stored
        ? member.packed() != member.unpacked()
        : member.unpacked() / MAX_RATIO > member.packed()) {
      throw member.bad(
          "claims to unpack from %s bytes to %s, which it cannot"
              .formatted(member.packed(), member.unpacked()));
    }
  }

  private static NpyFormat.Header header(
      MappedFile file, ZipReader.Member member, ReadOptions options) throws IOException {
    MemorySegment packed = file.bytes().asSlice(member.data(), member.packed());
    if (member.method() == Zip.STORED) {
      return NpyFormat.read(packed, options.limits());
    }
    try (var bytes = new InflatedStream(packed, member.unpacked(), member.crc32())) {
      return NpyFormat.read(bytes, member.unpacked(), options.limits());
    }
  }

  /// The problem of a member's name, so that whoever unpacks the archive writes nowhere else; null
  /// if there is none. A `/` is fine: NumPy writes an array of such a name so.
  static @Nullable String problem(String name) {
    if (name.isEmpty()) {
      return "is empty";
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      return "has a control character";
    }
    // It would be written as a question mark, and so would another one.
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      return "has half a character";
    }
    if (name.startsWith("/") || name.startsWith("\\") || hasDrive(name)) {
      return "is absolute";
    }
    if (Arrays.asList(name.split("[/\\\\]", -1)).contains("..")) {
      return "leads out of the archive through '..'";
    }
    return name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME
        ? "is longer than %s bytes".formatted(MAX_NAME)
        : null;
  }

  private static boolean hasDrive(String name) {
    if (name.length() < 2 || name.charAt(1) != ':') {
      return false;
    }
    int letter = name.charAt(0) | 0x20;
    return letter >= 'a' && letter <= 'z';
  }

  /// Records and headers of an archive of stored members.
  ///
  /// @throws IllegalArgumentException if a name is there twice or none that an archive can have, or
  ///   NumPy has neither a type nor bytes that hold it
  static FileLayout layout(List<NamedLayout> tensors) {
    FileLayout.requireDistinct(tensors);
    if (tensors.size() > Zip.MAX_MEMBERS) {
      throw new IllegalArgumentException(
          "%s tensors are more than the %s that one .npz file may hold; write fewer to each"
              .formatted(tensors.size(), Zip.MAX_MEMBERS));
    }
    ZipWriter zip = new ZipWriter();
    List<Long> data = new ArrayList<>();
    List<FileLayout.Chunk> opening = new ArrayList<>();
    List<CRC32> sums = new ArrayList<>();
    for (NamedLayout tensor : tensors) {
      byte[] header = NpyFormat.header(tensor.layout());
      long begin = zip.end();
      long size = Math.addExact(header.length, tensor.layout().bytes());
      byte[] local = zip.add(member(tensor.name()), size);
      byte[] both = Arrays.copyOf(local, local.length + header.length);
      System.arraycopy(header, 0, both, local.length, header.length);
      opening.add(new FileLayout.Chunk(begin, both));
      data.add(begin + both.length);
      CRC32 sum = new CRC32();
      sum.update(header);
      sums.add(sum);
    }
    return new FileLayout(data, opening, sums, all -> ending(zip, all));
  }

  private static String member(String array) {
    String name = array + SUFFIX;
    String problem = array.isEmpty() ? "is empty" : problem(name);
    if (problem != null) {
      throw new IllegalArgumentException(
          "the name '%s' %s, and no member of an archive can have it; give another"
              .formatted(OneLine.excerpt(array), problem));
    }
    return name;
  }

  private static List<FileLayout.Chunk> ending(ZipWriter zip, List<CRC32> sums) {
    List<FileLayout.Chunk> chunks = new ArrayList<>();
    ByteArrayOutputStream tail = new ByteArrayOutputStream();
    for (int i = 0; i < sums.size(); i++) {
      int crc32 = (int) sums.get(i).getValue();
      ByteBuffer number = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      long at = zip.offset(i) + ZipWriter.LOCAL_CRC32;
      chunks.add(new FileLayout.Chunk(at, number.putInt(crc32).array()));
      tail.writeBytes(zip.central(i, crc32));
    }
    tail.writeBytes(zip.ending(tail.size()));
    chunks.add(new FileLayout.Chunk(zip.end(), tail.toByteArray()));
    return chunks;
  }
}
