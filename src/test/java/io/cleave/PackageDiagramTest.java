package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The picture of the packages that contributors see is drawn from the classes, and is so.
class PackageDiagramTest {
  private static final String BEGIN = "<!-- Drawn by PackageDiagramTest: -->\n```mermaid\n";
  private static final String END = "```\n<!-- until here. -->";
  private static final String AGAIN =
      "mvn test -Dtest=PackageDiagramTest -Dcleave.draw=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  @Test
  void contributorsSeeThePackagesAsTheyAre() throws IOException {
    String drawn =
        PackageDiagram.of(
                new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.cleave"))
            .mermaid();
    String page = Files.readString(Pages.CONTRIBUTING);
    assertThat(page).contains(BEGIN, END, AGAIN);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END, from);
    if (Boolean.getBoolean("cleave.draw")) {
      Files.writeString(Pages.CONTRIBUTING, page.substring(0, from) + drawn + page.substring(to));
    } else {
      assertThat(page.substring(from, to))
          .as("the packages in %s; run '%s' to draw them anew", Pages.CONTRIBUTING, AGAIN)
          .isEqualTo(drawn);
    }
  }

  @Test
  void anArrowThatALongerWayReplacesIsLeftOut() {
    assertThat(
            new PackageDiagram.Reduction(
                    Map.of(
                        "a", Set.of("b", "c", "d"),
                        "b", Set.of("c"),
                        "c", Set.of("d"),
                        "d", Set.of()))
                .arrows())
        .isEqualTo(Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("d"), "d", Set.of()));
  }

  /// Nothing would be left of it.
  @Test
  void aCircleIsRefused() {
    Map<String, Set<String>> circle = Map.of("a/x", Set.of("b"), "b", Set.of("a/y"));
    assertThatThrownBy(() -> new PackageDiagram(circle).mermaid())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("use each other");
  }

  @Test
  void aFamilyOfSeveralIsABox() {
    Map<String, Set<String>> uses = new TreeMap<>();
    uses.put("io.cleave", Set.of("file", "file/npy", "plan"));
    uses.put("file", Set.of("file/npy", "plan"));
    uses.put("file/npy", Set.of("plan"));
    uses.put("plan", Set.of());
    assertThat(new PackageDiagram(uses).mermaid().lines().toList())
        .isEqualTo(
            List.of(
                "flowchart TD",
                "  subgraph file",
                "    direction TB",
                "    file_[\"file\"]",
                "    file_npy[\"npy\"]",
                "    file_ --> file_npy",
                "  end",
                "  io_cleave[\"io.cleave\"]",
                "  plan[\"plan\"]",
                "  file --> plan",
                "  io_cleave --> file"));
  }
}
