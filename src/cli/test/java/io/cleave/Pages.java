package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What is there to read: the README, the pages that it is too short for, and what stands in them.
final class Pages {
  static final Path ROOT = Path.of(System.getProperty("cleave.basedir"));
  static final Path README = ROOT.resolve("README.md");
  static final Path CONTRIBUTING = ROOT.resolve(".github/CONTRIBUTING.md");
  static final Path TRUST = ROOT.resolve("src/site/markdown/trust.md");
  static final Path SECURITY = ROOT.resolve(".github/SECURITY.md");

  private Pages() {}

  /// The README, then the pages.
  static List<Path> all() throws IOException {
    try (Stream<Path> pages = Files.list(ROOT.resolve("src/site/markdown"))) {
      return Stream.concat(Stream.of(README), pages.sorted()).toList();
    }
  }

  /// What stands in a page between fences that are marked with this language, in order.
  static List<String> blocks(Path page, String language) throws IOException {
    String text = Files.readString(page);
    List<String> blocks = new ArrayList<>();
    String fence = "```" + language + "\n";
    for (int at = text.indexOf(fence); at >= 0; at = text.indexOf(fence, at + 1)) {
      int begin = at + fence.length();
      blocks.add(text.substring(begin, text.indexOf("```", begin)));
    }
    return blocks;
  }

  /// The project's version.
  static String version() {
    return inPom("<artifactId>cleave</artifactId>\\s*<version>");
  }

  /// What stands in `pom.xml` after the first place that matches, up to the next tag.
  static String inPom(String before) {
    Matcher matcher = Pattern.compile(before + "([^<]+)").matcher(pom());
    assertThat(matcher.find()).as(before).isTrue();
    return matcher.group(1);
  }

  static String pom() {
    try {
      return Files.readString(ROOT.resolve("pom.xml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
