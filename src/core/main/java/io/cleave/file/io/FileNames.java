package io.cleave.file.io;

import static io.cleave.text.Checks.require;

import io.cleave.file.format.MappedFile;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Names of output files and of the parts that they are named after, and which names lead to one
/// file. Files are compared by their keys, not by their names: files and folders may be links.
public final class FileNames {
  /// The most bytes of a name in file systems, less those that a temporary name adds.
  private static final int MAX_BYTES = 255 - AtomicFiles.TEMPORARY_BYTES;

  private static final String FORBIDDEN = "/\\%:*?\"<>|";

  private static final Pattern DEVICE =
      Pattern.compile(
          "(con|prn|aux|nul|conin\\$|conout\\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\\..*)?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final HexFormat ESCAPES = HexFormat.of().withUpperCase().withPrefix("%");

  private FileNames() {}

  /// Checks that names of files or parts are plain, and that none is given twice.
  ///
  /// @throws IllegalArgumentException if not
  static void requireUsable(Collection<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      require(
          isPlain(name),
          "the part name '%s' is no plain file name, without separators and characters that are not"
              + " shown; give a plain name such as q",
          OneLine.excerpt(name));
      requireFirst(seen.add(name), name);
    }
  }

  private static boolean isPlain(String name) {
    // On every system both separators: what one writes another may unpack.
    boolean isOne = name.indexOf('/') < 0 && name.indexOf('\\') < 0;
    boolean isFolder = name.isEmpty() || name.equals(".") || name.equals("..");
    return isOne && !isFolder && OneLine.isPlain(name);
  }

  /// @param isFirst false if another part has the name already
  /// @throws IllegalArgumentException if so
  static void requireFirst(boolean isFirst, String name) {
    require(
        isFirst, "the name '%s' is given to two parts; give each its own", OneLine.excerpt(name));
  }

  /// Checks that a file system takes the name of a file, and its temporary name as well.
  ///
  /// @throws IllegalArgumentException if it is too long
  static void requireFits(String file) {
    int bytes = file.getBytes(StandardCharsets.UTF_8).length;
    require(
        bytes <= MAX_BYTES,
        "the file name '%s' takes %s bytes, more than the %s that file systems leave beside a"
            + " temporary name; give shorter names, or write one file for all",
        OneLine.excerpt(file),
        bytes,
        MAX_BYTES);
  }

  /// A file name for a tensor, without extension. Characters that a file name cannot have, here or
  /// on other systems, are written as in a URL: `layers/0` as `layers%2F0`. So are the percent
  /// sign, so that no two names become the same, characters that are not shown, and the first one
  /// of a name that Windows takes for a device, such as `NUL`.
  public static String ofTensor(String tensor) {
    if (tensor.isEmpty()) {
      return "%";
    }
    // A file whose name begins with a dot would be hidden.
    boolean isSpecial = tensor.startsWith(".") || DEVICE.matcher(tensor).matches();
    return isSpecial
        ? escaped(tensor.charAt(0)) + unescaped(tensor.substring(1))
        : unescaped(tensor);
  }

  private static String unescaped(String text) {
    StringBuilder stem = new StringBuilder();
    text.codePoints().forEach(c -> stem.append(isAllowed(c) ? Character.toString(c) : escaped(c)));
    return stem.toString();
  }

  private static boolean isAllowed(int c) {
    return FORBIDDEN.indexOf(c) < 0 && OneLine.isShown(c);
  }

  private static String escaped(int c) {
    if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
      // Half a pair is no character, and no UTF-8 either.
      return "%%u%04X".formatted(c);
    }
    return ESCAPES.formatHex(Character.toString(c).getBytes(StandardCharsets.UTF_8));
  }

  /// Checks that no output would replace an input.
  ///
  /// @param inputs those that are not there cannot be replaced
  /// @throws IllegalArgumentException if one would, however it is linked
  public static void requireNoInput(Collection<Path> outputs, Collection<Path> inputs) {
    Set<Object> keys =
        inputs.stream()
            .flatMap(input -> MappedFile.key(input).stream())
            .collect(Collectors.toSet());
    for (Path output : outputs) {
      if (MappedFile.key(output).filter(keys::contains).isPresent()) {
        throw new IllegalArgumentException(
            "%s would replace an input; write to another folder or under another name"
                .formatted(output));
      }
    }
  }

  /// The path of an output without links in its folder. An output replaces a link of its name.
  public static Path realPath(Path output) {
    Path absolute = output.toAbsolutePath();
    Path folder = absolute.getParent();
    Path name = absolute.getFileName();
    return folder == null || name == null ? absolute : realFolder(folder).resolve(name);
  }

  private static Path realFolder(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException _) {
      return realPath(folder).normalize();
    }
  }
}
