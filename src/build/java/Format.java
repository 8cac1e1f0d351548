import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;

/// Checks that every Java file below a folder is formatted, or formats it in place. Maven runs this
/// file from source, on the JDK that compiles the code: its own may be too old for the syntax.
///
/// @param args `check` or `fix`, then the folder
void main(String[] args) throws IOException {
  var fix = args[0].equals("fix");
  try (var files = Files.walk(Path.of(args[1]))) {
    var wrong =
        files
            .filter(file -> file.toString().endsWith(".java"))
            .sorted()
            .parallel()
            .filter(file -> !isFormatted(file, fix))
            .toList();
    if (!wrong.isEmpty()) {
      wrong.forEach(file -> System.err.println((fix ? "formatted " : "not formatted: ") + file));
      if (!fix) {
        System.err.println("format them with: mvn -q -Pformat process-sources");
        System.exit(1);
      }
    }
  }
}

boolean isFormatted(Path file, boolean fix) {
  try {
    var source = Files.readString(file);
    var formatted = new Formatter().formatSourceAndFixImports(source);
    if (fix && !source.equals(formatted)) {
      Files.writeString(file, formatted);
    }
    return source.equals(formatted);
  } catch (FormatterException e) {
    throw new IllegalArgumentException("%s does not parse: %s".formatted(file, e.getMessage()), e);
  } catch (IOException e) {
    throw new UncheckedIOException(e);
  }
}
