package io.cleave;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A project with the lines of the README for Maven. It knows what has been published, and those
/// libraries and plugins that this build has downloaded.
final class DependentProject {
  private static final String PROGRAM =
      """
      package app;

      import java.io.File;

      public class Brought {
        public static void main(String[] names) {
          for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            System.out.println(new File(entry).getName());
          }
          App.main(names);
        }
      }
      """;

  private DependentProject() {}

  /// Makes the project, compiles and runs it: the names on its class path, and what
  /// [DependentIT#PROGRAM] prints.
  static List<String> run(Path folder, Path published) throws Exception {
    Path java = Path.of(System.getProperty("java.home"));
    write(folder.resolve("src/main/java/app/Brought.java"), PROGRAM);
    write(folder.resolve("src/main/java/app/App.java"), DependentIT.PROGRAM);
    Path settings = folder.resolve("settings.xml");
    write(settings, settings());
    String lines = Pages.blocks(Pages.README, "xml").getFirst();
    write(folder.resolve("pom.xml"), pom(published, lines));
    return NestedMaven.run(
        folder,
        Map.of("JAVA_HOME", java.toString()),
        "-s",
        settings.toString(),
        "-Dmaven.repo.local=" + folder.resolve("local"),
        "org.apache.maven.plugins:maven-compiler-plugin:%s:compile"
            .formatted(Pages.inPom("<compiler-plugin.version>")),
        "org.codehaus.mojo:exec-maven-plugin:%s:exec"
            .formatted(Pages.inPom("<exec-plugin.version>")),
        "-Dexec.executable=" + java.resolve("bin/java"),
        "-Dexec.args=--enable-native-access=ALL-UNNAMED -cp %classpath app.Brought"
            + " Java \"Portable Computing Language\"");
  }

  private static String pom(Path published, String dependencies) {
    return """
    <project>
      <modelVersion>4.0.0</modelVersion>
      <groupId>app</groupId>
      <artifactId>app</artifactId>
      <version>1</version>
      <properties>
        <maven.compiler.release>25</maven.compiler.release>
      </properties>
      <repositories>
        <repository>
          <id>published</id>
          <url>%s</url>
        </repository>
      </repositories>
      <dependencies>
        %s
      </dependencies>
    </project>
    """
        .formatted(published.toUri(), dependencies);
  }

  private static String settings() {
    return """
    <settings>
      <mirrors>
        <mirror>
          <id>downloaded</id>
          <mirrorOf>central</mirrorOf>
          <url>%s</url>
        </mirror>
      </mirrors>
    </settings>
    """
        .formatted(NestedMaven.REPOSITORY.toUri());
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
