package io.cleave.spark;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which package of the jar may use which, and which JVM can load what.
class SparkRoomsIT {
  private static final String JAR = System.getProperty("cleave.spark.jar");

  private static JavaClasses all() throws IOException {
    try (JarFile jar = new JarFile(JAR)) {
      return new ClassFileImporter().importJar(jar);
    }
  }

  /// A package, and those of the project that it may use.
  @ParameterizedTest
  @ValueSource(
      strings = {
        ":",
        "spark.column: spark plan backend file.tensor file.stored file.npy",
        "spark.device: spark : plan backend cpu",
        "spark.task: spark spark.column spark.device file.tensor",
        "spark.query: spark spark.column spark.device file.tensor",
        "spark.engine: spark spark.query spark.task"
      })
  void usesOnlyWhatItMay(String room) throws IOException {
    String[] sides = room.split(":", 2);
    String own = sides[0].isEmpty() ? "io.cleave.spark" : "io.cleave." + sides[0];
    String[] known =
        Stream.concat(
                Stream.of(own),
                Stream.of(sides[1].strip().split(" "))
                    .map(name -> name.equals(":") ? "io.cleave" : "io.cleave." + name))
            .toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(own)
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackage("io.cleave..").or(resideInAnyPackage(known)))
        .check(all());
  }

  /// JDK 17 loads the door and what stands before it, and nothing loads it as a part of Cleave.
  @Test
  void whatStandsBeforeTheDoorIsForOlderJvms() throws IOException {
    try (JarFile jar = new JarFile(JAR)) {
      List<JarEntry> classes =
          jar.stream().filter(entry -> entry.getName().endsWith(".class")).toList();
      assertThat(classes).isNotEmpty();
      for (JarEntry entry : classes) {
        boolean before = entry.getName().matches("io/cleave/spark/[^/]+");
        try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
          in.readInt();
          assertThat(in.readInt()).as(entry.getName()).isEqualTo(before ? 61 : 69);
        }
      }
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
    }
  }

  @Test
  void theThinJarHasNothingOfIt() throws IOException {
    try (JarFile jar = new JarFile(System.getProperty("cleave.jar"))) {
      assertThat(jar.stream().map(JarEntry::getName))
          .noneMatch(name -> name.startsWith("io/cleave/spark"));
    }
  }
}
