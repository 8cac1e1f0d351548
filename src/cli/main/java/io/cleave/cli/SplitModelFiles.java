package io.cleave.cli;

import io.cleave.cli.print.ShownName;
import io.cleave.cli.print.TextFile;
import io.cleave.ir.SplitModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The two files of a model that the user has named by one of them.
///
/// @param text the `.xml` file
/// @param weights the `.bin` file beside it
record SplitModelFiles(Path text, Path weights) {
  private static final String XML = ".xml";

  /// The files of the model whose `.xml` file this is.
  ///
  /// @throws IllegalArgumentException if the `.xml` is named otherwise
  static SplitModelFiles beside(Path xml) {
    String name = String.valueOf(xml.getFileName());
    if (!name.endsWith(XML) || name.equals(XML)) {
      throw new IllegalArgumentException(
          "%s must end with .xml, since the model's .bin gets the same name beside it"
              .formatted(ShownName.of(xml)));
    }
    String stem = name.substring(0, name.length() - XML.length());
    return new SplitModelFiles(xml, xml.resolveSibling(stem + ".bin"));
  }

  /// Both.
  List<Path> paths() {
    return List.of(text, weights);
  }

  /// Writes both, the one that the other refers to first.
  void write(SplitModel model) {
    Map<Path, byte[]> both = new LinkedHashMap<>();
    both.put(weights, model.weights());
    both.put(text, model.xml().getBytes(StandardCharsets.UTF_8));
    TextFile.write(both);
  }

  /// `model.xml and model.bin`
  @Override
  public String toString() {
    return ShownName.of(text) + " and " + ShownName.of(weights);
  }
}
