package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the README and the pages say of the project is so: links, paths, versions, the gate. What
/// they say of its commands and programs is for [ReadmeIT].
class PagesTest {
  private static final int MOST_LINES = 160;
  private static final Pattern LINK = Pattern.compile("]\\(([^)#]*)#?([^)]*)\\)");
  private static final Pattern FENCE = Pattern.compile("(?m)^```(.*)$");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern CODE = Pattern.compile("`([^`\\s]+)`");
  private static final Pattern NAMED = Pattern.compile("`(\\w+)` of `(io\\.cleave[\\w.]*)`");
  private static final Pattern FIGURE = Pattern.compile("\\d*\\.\\d+");
  private static final String GATE = "docker/setup.sh && mvn verify";

  @Test
  void theReadmeIsReadToTheEnd() throws IOException {
    assertThat(Files.readAllLines(Pages.README)).hasSizeLessThanOrEqualTo(MOST_LINES);
  }

  @Test
  void theReadmeLeadsToEveryPage() throws IOException {
    Set<Path> linked =
        all(LINK, Files.readString(Pages.README))
            .map(link -> Pages.ROOT.resolve(link.group(1)))
            .collect(Collectors.toSet());
    assertThat(linked).containsAll(Pages.all().stream().skip(1).toList());
    assertThat(linked).contains(Pages.CONTRIBUTING, Pages.SECURITY);
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<Path> pages = new ArrayList<>(Pages.all());
    pages.addAll(List.of(Pages.CONTRIBUTING, Pages.SECURITY));
    for (Path page : pages) {
      for (MatchResult link : all(LINK, Files.readString(page)).toList()) {
        Path target =
            link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
        assertThat(target).as("%s in %s", link.group(), page).exists();
        if (!link.group(2).isEmpty()) {
          assertThat(anchors(target)).as("%s in %s", link.group(), page).contains(link.group(2));
        }
      }
    }
  }

  /// What is marked otherwise would not be run, and nobody would know.
  @Test
  void everyBlockIsOfAKnownKind() throws IOException {
    for (Path page : Pages.all()) {
      List<String> fences = all(FENCE, Files.readString(page)).map(one -> one.group(1)).toList();
      for (int i = 0; i < fences.size(); i += 2) {
        assertThat(fences.get(i))
            .as("block %s of %s", i / 2, page)
            .isIn("console", "java", "scala", "sh", "bash", "xml", "kotlin");
      }
    }
  }

  /// What needs Cleave alone can be run.
  @Test
  void onlyWhatNeedsMoreThanCleaveIsNotRun() throws IOException {
    List<String> blocks = new ArrayList<>();
    for (Path page : Pages.all()) {
      blocks.addAll(Pages.blocks(page, "bash"));
    }
    assertThat(blocks).isNotEmpty().allMatch(block -> block.matches("(?s)(docker|spark-|mvn ).*"));
  }

  /// What a link to a heading is called.
  private static List<String> anchors(Path page) throws IOException {
    return all(HEADING, Files.readString(page))
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w -]", "").replace(' ', '-'))
        .toList();
  }

  /// A path begins in the root; the name of a class or of its file may be that of any below `src`.
  @Test
  void whatContributorsAreSentToExists() throws IOException {
    Set<String> names = names();
    for (Path page : List.of(Pages.CONTRIBUTING, Pages.SECURITY, Pages.TRUST)) {
      for (String code : all(CODE, Files.readString(page)).map(one -> one.group(1)).toList()) {
        if (code.matches("[\\w.-]+(/[\\w.-]+)+|[\\w.-]+\\.(md|xml)")) {
          assertThat(Pages.ROOT.resolve(code)).as(page.toString()).exists();
        } else if (code.matches("[\\w-]+\\.java|\\w+(Test|IT)")) {
          assertThat(names).as(page.toString()).contains(code.replaceFirst("\\.java$", ""));
        }
      }
    }
  }

  @Test
  void aClassThatIsNamedWithItsPackageIsThere() throws IOException {
    List<Path> named = new ArrayList<>();
    for (Path page : Pages.all()) {
      all(NAMED, Files.readString(page))
          .map(one -> one.group(2).replace('.', '/') + "/" + one.group(1) + ".java")
          .forEach(name -> named.add(Pages.ROOT.resolve("src/main/java").resolve(name)));
    }
    assertThat(named).isNotEmpty().allSatisfy(file -> assertThat(file).exists());
  }

  private static Set<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(Pages.ROOT.resolve("src"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void everyProfileIsNamedToContributors() throws IOException {
    String text = Files.readString(Pages.CONTRIBUTING);
    List<MatchResult> profiles =
        all(Pattern.compile("<profile>\\s*<id>(.*)</id>"), Pages.pom()).toList();
    assertThat(profiles)
        .isNotEmpty()
        .allSatisfy(profile -> assertThat(text).contains("`" + profile.group(1) + "`"));
  }

  @Test
  void theGateIsTheSameEverywhere() throws IOException {
    assertThat(Pages.blocks(Pages.README, "sh")).containsExactly(GATE + "\n");
    assertThat(Pages.blocks(Pages.CONTRIBUTING, "sh")).containsExactly(GATE + "\n");
    assertThat(Files.readAllLines(Pages.ROOT.resolve(".ci/run"))).contains(GATE);
    assertThat(Files.readAllLines(Pages.ROOT.resolve(".github/workflows/ci.yml")))
        .containsSubsequence(
            "      - run: docker/setup.sh --openvino && docker/setup.sh --intel-opencl",
            "      - run: " + GATE);
  }

  @Test
  void projectsAreToldTheVersionsThatAreBuiltWith() throws IOException {
    String version = Pages.version();
    String lwjgl = Pages.inPom("<lwjgl.version>");
    String jocl = Pages.inPom("<jocl.version>");
    assertThat(Files.readString(Pages.README))
        .contains("<artifactId>cleave</artifactId>\n  <version>%s</version>".formatted(version))
        .contains("\"io.cleave:cleave:%s\"".formatted(version))
        .contains("<version>%s</version>\n  <classifier>natives-linux".formatted(lwjgl))
        .contains("\"org.lwjgl:lwjgl:%s:natives-linux\"".formatted(lwjgl))
        .contains("\"org.jocl:jocl:%s\"".formatted(jocl))
        .contains("(`org.jocl:jocl`, %s)".formatted(jocl));
  }

  /// The README has some of them only, where they say more to a newcomer.
  @Test
  void theFiguresOfTheReadmeStandOnThePageOfSpeed() throws IOException {
    String text = Files.readString(Pages.README);
    String section = text.substring(text.indexOf("## How fast it is"), text.indexOf("!["));
    Set<String> known =
        figures(Files.readString(Pages.ROOT.resolve("src/site/markdown/performance.md")));
    assertThat(figures(section)).isNotEmpty().isSubsetOf(known);
  }

  private static Set<String> figures(String text) {
    return all(FIGURE, text).map(MatchResult::group).collect(Collectors.toSet());
  }

  private static Stream<MatchResult> all(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }
}
