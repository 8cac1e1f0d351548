package io.cleave.file.format;

import static io.cleave.text.Checks.require;

import io.cleave.file.Format;
import io.cleave.file.MalformedFileException;
import io.cleave.spi.IoFailure;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// An open file of tensors, of which only the headers have been read. Safe for use by many threads.
///
/// @param mapped the file, which is unmapped when this is closed
/// @param entries the tensors in the file's order, those that cannot be split among them
/// @param others names of members that are no tensors, which are ignored
/// @param metadata the texts that it holds about itself, in order: `__metadata__` of safetensors
public record StoredFile(
    MappedFile mapped,
    Format format,
    List<Entry> entries,
    List<String> others,
    Map<String, String> metadata)
    implements AutoCloseable {
  /// The most names in a message.
  private static final int NAMES_SHOWN = 8;

  /// Opens a file, whose format is told by its first bytes. A file named `.raw` or `.bin` holds
  /// bare elements whatever it begins with, and so does one that begins like no format, if type and
  /// shape are given. The file must not be cut short while it is open.
  ///
  /// @throws MalformedFileException if it is malformed, or exceeds the limits
  /// @throws IOException if it is missing, or the system fails to map it
  public static StoredFile open(Path file, ReadOptions options) throws IOException {
    MappedFile mapped = new MappedFile(file);
    try {
      StoredFile stored =
          switch (format(mapped, options)) {
            case NPY -> NpyFormat.read(mapped, options);
            case NPZ -> NpzFormat.read(mapped, options);
            case SAFETENSORS -> SafetensorsFormat.read(mapped, options);
            case RAW -> raw(mapped, options);
          };
      options.limits().requireData("its tensors unpack to", stored.bytes());
      return stored;
    } catch (IllegalArgumentException e) {
      mapped.close();
      throw new MalformedFileException(
          file, Objects.requireNonNullElse(e.getMessage(), e.toString()));
    } catch (InternalError e) {
      mapped.close();
      throw IoFailure.unreadable(file, e);
    } catch (IOException | RuntimeException | Error e) {
      mapped.close();
      throw e;
    }
  }

  /// The format by the first bytes. If these are of no format, the extension decides, so that the
  /// reader of that format says what is wrong.
  private static Format format(MappedFile file, ReadOptions options) {
    Optional<Format> byName = Format.of(file.path());
    if (byName.equals(Optional.of(Format.RAW))) {
      return Format.RAW;
    }
    if (beginsWith(file, NpyFormat.MAGIC)) {
      return Format.NPY;
    }
    if (beginsWith(file, "PK".getBytes(StandardCharsets.US_ASCII))) {
      return Format.NPZ;
    }
    if (SafetensorsFormat.matches(file)) {
      return Format.SAFETENSORS;
    }
    if (byName.isPresent()) {
      return byName.get();
    }
    require(
        options.type() != null && options.shape() != null,
        "it begins like none of .npy, .npz and .safetensors; if it holds bare elements, give their"
            + " type and shape");
    return Format.RAW;
  }

  /// True if the first bytes of the file are these.
  private static boolean beginsWith(MappedFile file, byte[] magic) {
    return file.size() >= magic.length
        && file.bytes().asSlice(0, magic.length).mismatch(MemorySegment.ofArray(magic)) < 0;
  }

  private static StoredFile raw(MappedFile file, ReadOptions options) {
    if (options.type() == null || options.shape() == null) {
      throw new IllegalArgumentException(
          "it holds %s bare bytes; give their type and shape, such as f32 and 2,3"
              .formatted(file.size()));
    }
    StoredLayout layout = StoredLayout.plain(options.type(), options.shape());
    require(
        layout.bytes() == file.size(),
        "%s %s takes %s bytes, and the file has %s; give the type and shape that it was written"
            + " with",
        layout.type(),
        layout.shape(),
        layout.bytes(),
        file.size());
    String name = StoredTensor.nameFrom(file.path());
    DataSource data = new DataSource(file, 0, file.size(), null);
    Entry tensor = new StoredTensor(name, layout, data);
    return new StoredFile(file, Format.RAW, List.of(tensor), List.of(), Map.of());
  }

  private long bytes() {
    long bytes = 0;
    for (Entry entry : entries) {
      long more = entry instanceof StoredTensor tensor ? tensor.layout().bytes() : 0;
      bytes = bytes > Long.MAX_VALUE - more ? Long.MAX_VALUE : bytes + more;
    }
    return bytes;
  }

  /// The name of the file.
  public Path file() {
    return mapped.path();
  }

  /// The tensors with these names, in the file's order, each once; all if none are given.
  ///
  /// @param patterns names, or patterns in which `*` stands for any characters and `?` for one
  /// @throws IllegalArgumentException if a pattern matches none; the message lists what is there
  /// @throws MalformedFileException if a chosen tensor cannot be split
  public List<StoredTensor> select(List<String> patterns) throws MalformedFileException {
    Set<String> chosen = new HashSet<>();
    for (String pattern : patterns) {
      Predicate<String> matches = regex(pattern).asMatchPredicate().or(pattern::equals);
      List<String> names = entries.stream().map(Entry::name).filter(matches).toList();
      require(
          !names.isEmpty(),
          "'%s' matches no tensor of %s; %s",
          OneLine.excerpt(pattern),
          file(),
          listed());
      chosen.addAll(names);
    }
    List<StoredTensor> tensors = new ArrayList<>();
    for (Entry entry : entries) {
      if (patterns.isEmpty() || chosen.contains(entry.name())) {
        tensors.add(entry.usable());
      }
    }
    return tensors;
  }

  private String listed() {
    if (entries.isEmpty()) {
      return "it holds none";
    }
    String more =
        entries.size() > NAMES_SHOWN ? " and %s more".formatted(entries.size() - NAMES_SHOWN) : "";
    return entries.stream()
        .limit(NAMES_SHOWN)
        .map(entry -> OneLine.excerpt(entry.name()))
        .collect(Collectors.joining(", ", "it holds ", more));
  }

  /// A pattern as a regular expression. Stars are lazy and atomic: matching never returns to an
  /// earlier star, which no match needs, and takes at most name times pattern steps.
  private static Pattern regex(String pattern) {
    String text = Pattern.quote(pattern).replace("?", "\\E.\\Q");
    String pieces = text.replace("*", "\\E)(?>.*?\\Q");
    return Pattern.compile("(?>%s\\z)".formatted(pieces), Pattern.DOTALL);
  }

  @Override
  public void close() {
    mapped.close();
  }
}
