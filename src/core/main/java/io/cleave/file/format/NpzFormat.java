package io.cleave.file.format;

import static io.cleave.text.Checks.require;

import io.cleave.file.Format;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `.npz` files: zip archives whose members named `*.npy` are arrays. Stored members are mapped
/// where they lie, deflated ones are inflated as they are read; only `.npy` headers are read here.
final class NpzFormat {
  private static final Logger LOG = LoggerFactory.getLogger(NpzFormat.class);

  /// The extension of the names of arrays.
  static final String SUFFIX = ".npy";

  private static final Pattern ABSOLUTE = Pattern.compile("[/\\\\]|[A-Za-z]:");

  private static final int MAX_NAME = 0xffff;

  /// Deflated data unpacks to at most so many times its size.
  private static final long MAX_RATIO = 1032;

  private NpzFormat() {}

  /// Reads the directory and the header of each array.
  ///
  /// @throws IllegalArgumentException if the archive is malformed, or holds no array
  static StoredFile read(MappedFile file, ReadOptions options) throws IOException {
    List<Entry> entries = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (ZipReader.Member member : ZipReader.read(file.bytes(), options.limits())) {
      if (member.name().endsWith(SUFFIX)) {
        entries.add(entry(file, member, options));
      } else {
        others.add(member.name());
      }
    }
    require(
        !entries.isEmpty(),
        "the archive has no array, which would be a member named *.npy, among its %s members; save"
            + " arrays with numpy.savez",
        others.size());
    if (!others.isEmpty()) {
      LOG.warn(
          "{} has {} members that are no arrays, such as {}; they are ignored",
          OneLine.of(file.path().toString()),
          others.size(),
          OneLine.excerpt(others.getFirst()));
    }
    return new StoredFile(file, Format.NPZ, entries, others, Map.of());
  }

  private static Entry entry(MappedFile file, ZipReader.Member member, ReadOptions options)
      throws IOException {
    requireReadable(member);
    String name = member.name().substring(0, member.name().length() - SUFFIX.length());
    DataSource whole = new DataSource(file, member.data(), member.unpacked(), member);
    NpyFormat.Header header;
    try (ByteReader bytes = whole.open(ZipException::new)) {
      header = NpyFormat.read(bytes, options.limits());
    } catch (IllegalArgumentException | ZipException e) {
      String problem = String.valueOf(e.getMessage());
      return new Entry.Unusable(name, whole, "no readable .npy header", problem);
    }
    long offset = member.data() + (member.isDeflated() ? 0 : header.end());
    DataSource data = new DataSource(file, offset, member.unpacked() - header.end(), member);
    return Entry.of(name, header.type(), header.shape(), header.isFortran(), data, options);
  }

  private static void requireReadable(ZipReader.Member member) {
    member.check(
        (member.flags() & Zip.ENCRYPTED) == 0, "is encrypted; save the archive without a password");
    boolean stored = member.method() == ZipEntry.STORED;
    member.check(
        stored || member.isDeflated(), "is neither stored nor deflated; save it with numpy.savez");
    member.check(
        stored
            ? member.packed() == member.unpacked()
            : member.unpacked() / MAX_RATIO <= member.packed(),
        "claims to unpack to more or fewer bytes than it can; copy or save it again");
  }

  /// True if a member of this name is unpacked within the target folder. A `/` is fine: NumPy
  /// writes an array of such a name so.
  static boolean isSafe(String name) {
    // Half a character would be written as a question mark, and so would another one.
    return !name.isEmpty()
        && name.chars().noneMatch(Character::isISOControl)
        && StandardCharsets.UTF_8.newEncoder().canEncode(name)
        && !ABSOLUTE.matcher(name).lookingAt()
        && !Arrays.asList(name.split("[/\\\\]", -1)).contains("..")
        && name.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME;
  }

  /// Records and headers of an archive of stored members.
  ///
  /// @throws IllegalArgumentException if a name is none that an archive can have, or NumPy has
  ///   neither a type nor bytes that hold it
  static FileLayout layout(Map<String, StoredLayout> tensors) {
    require(
        tensors.size() <= Zip.MAX_MEMBERS,
        "%s tensors are more than the %s that one .npz file may hold; write fewer to each",
        tensors.size(),
        Zip.MAX_MEMBERS);
    ZipWriter zip = new ZipWriter();
    List<Long> data = new ArrayList<>();
    List<FileLayout.Chunk> opening = new ArrayList<>();
    tensors.forEach(
        (name, layout) -> {
          byte[] header = NpyFormat.header(layout);
          FileLayout.Chunk chunk = zip.add(member(name), header, layout.bytes());
          opening.add(chunk);
          data.add(chunk.offset() + chunk.bytes().byteSize());
        });
    return new FileLayout(data, opening, zip);
  }

  private static String member(String array) {
    String name = array + SUFFIX;
    require(
        !array.isEmpty() && isSafe(name),
        "the name '%s' is empty, absolute, too long, leads elsewhere or has control characters, and"
            + " no member of an archive can have it; give another",
        OneLine.excerpt(array));
    return name;
  }
}
