package io.cleave.file.npz;

import io.cleave.file.npy.NpyHeader;
import io.cleave.file.npz.ZipDirectory.Placed;
import io.cleave.file.stored.ByteSource;
import io.cleave.file.stored.DeflatedContent;
import io.cleave.file.stored.Inflation;
import io.cleave.file.stored.Inventory;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.stored.MappedFile;
import io.cleave.file.stored.StoredMember;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Entry;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.Reading;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.file.tensor.UnusableTensor;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads `.npz` files: zip archives whose members named `*.npy` are arrays. Stored ones are mapped
/// where they lie; deflated ones are unpacked as they are read. Of both, nothing but the `.npy`
/// header is read here.
///
/// The checksum of a deflated member is checked when it is read; that of a stored one only where a
/// [StoredMember] is asked for it, for its bytes may be taken in any order, or not at all.
public final class NpzReader {
  private static final Logger LOG = LoggerFactory.getLogger(NpzReader.class);

  /// No deflated data unpacks to more than so many times its size.
  private static final long MAX_RATIO = 1032;

  private final MappedFile file;
  private final Reading reading;

  private NpzReader(MappedFile file, Reading reading) {
    this.file = file;
    this.reading = reading;
  }

  /// Reads the directory and the header of each array.
  ///
  /// @throws BadFileException if the archive is malformed, or holds no array
  public static Inventory read(MappedFile file, Reading reading) throws IOException {
    var reader = new NpzReader(file, reading);
    List<Entry> entries = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (Placed placed : ZipDirectory.read(new ZipFields(file.bytes()), reading.limits())) {
      if (placed.member().isArray()) {
        entries.add(reader.entry(placed));
      } else {
        others.add(placed.member().name());
      }
    }
    if (entries.isEmpty()) {
      throw new BadFileException(
          "the archive has no array, which would be a member named *.npy, among its %s members; save"
                  .formatted(others.size())
              + " arrays with numpy.savez");
    }
    if (!others.isEmpty()) {
      LOG.warn(
          "{} has {} members that are no arrays, such as {}; they are left alone",
          OneLine.of(file.file().toString()),
          others.size(),
          OneLine.excerpt(others.getFirst()));
    }
    return new Inventory(entries, others, Map.of());
  }

  private Entry entry(Placed placed) throws IOException {
    requireReadable(placed.member());
    NpyHeader header;
    try {
      header = header(placed);
    } catch (IllegalArgumentException e) {
      return unusable(placed, "no readable .npy header", e);
    }
    try {
      Layout layout = header.layout(reading);
      requireSize(placed.member(), header.end(), layout);
      return new StoredTensor(
          file.file(), name(placed), layout, content(placed, header.end(), layout));
    } catch (IllegalArgumentException e) {
      return unusable(placed, header.description(), e);
    }
  }

  private static void requireReadable(ZipMember member) {
    if ((member.flags() & Zip.ENCRYPTED) != 0) {
      throw new BadFileException(
          "the member '%s' is encrypted; save the archive without a password"
              .formatted(OneLine.excerpt(member.name())));
    }
    if (member.method() != Zip.STORED && member.method() != Zip.DEFLATED) {
      throw new BadFileException(
          "the member '%s' is packed by method %s, and only stored and deflated ones are read; save"
                  .formatted(OneLine.excerpt(member.name()), member.method())
              + " it with numpy.savez");
    }
    boolean stored = member.method() == Zip.STORED;
    if (stored
        ? member.packed() != member.unpacked()
        : member.unpacked() / MAX_RATIO > member.packed()) {
      throw member.bad(
          "claims to unpack from %s bytes to %s, which it cannot"
              .formatted(member.packed(), member.unpacked()));
    }
  }

  private NpyHeader header(Placed placed) throws IOException {
    if (placed.member().method() == Zip.STORED) {
      return NpyHeader.read(ByteSource.of(packed(placed)), reading.limits());
    }
    try (Inflation unpacked = new Inflation(packed(placed), placed.member().unpacked())) {
      return NpyHeader.read(unpacked, reading.limits());
    }
  }

  private static void requireSize(ZipMember member, long header, Layout layout) {
    long present = member.unpacked() - header;
    if (present != layout.bytes()) {
      throw new BadFileException(
          "%s %s takes %s bytes of data, and the member has %s; copy or save it again"
              .formatted(layout.type(), layout.shape(), layout.bytes(), present));
    }
  }

  private Content content(Placed placed, long header, Layout layout) {
    MappedContent packed = file.content(placed.data(), placed.member().packed());
    if (placed.member().method() == Zip.STORED) {
      return packed.from(
          header, new StoredMember(placed.member().name(), placed.member().crc32(), packed));
    }
    return new DeflatedContent(
        packed, name(placed), header, layout.bytes(), placed.member().crc32());
  }

  private MemorySegment packed(Placed placed) {
    return file.bytes().asSlice(placed.data(), placed.member().packed());
  }

  /// What NumPy calls the array: the member's name without `.npy`.
  static String name(Placed placed) {
    String name = placed.member().name();
    return name.substring(0, name.length() - MemberName.SUFFIX.length());
  }

  private Entry unusable(Placed placed, String description, IllegalArgumentException problem) {
    return new UnusableTensor(
        file.file(),
        name(placed),
        description,
        placed.member().unpacked(),
        Objects.requireNonNullElse(problem.getMessage(), problem.toString()));
  }
}
