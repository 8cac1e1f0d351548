package io.cleave.ir;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// The packages below `io.cleave.ir`: it uses them all, and none of them uses it.
class IrArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.cleave.ir");

  @Test
  void roomsDependOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("text")
        .definedBy("io.cleave.ir.text..")
        .layer("edge")
        .definedBy("io.cleave.ir.edge..")
        .layer("infer")
        .definedBy("io.cleave.ir.infer..")
        .layer("weights")
        .definedBy("io.cleave.ir.weights..")
        .layer("write")
        .definedBy("io.cleave.ir.write..")
        .layer("ir")
        .definedBy("io.cleave.ir")
        .ensureAllClassesAreContainedInArchitecture()
        .whereLayer("text")
        .mayNotAccessAnyLayer()
        .whereLayer("edge")
        .mayNotAccessAnyLayer()
        .whereLayer("infer")
        .mayOnlyAccessLayers("text")
        .whereLayer("weights")
        .mayOnlyAccessLayers("infer")
        .whereLayer("write")
        .mayOnlyAccessLayers("text")
        .whereLayer("ir")
        .mayNotBeAccessedByAnyLayer()
        .check(CLASSES);
  }

  /// Neither text nor edges say what is split.
  @Test
  void textAndEdgesNeedOnlyTheJdkAndLinesOfText() {
    classes()
        .that()
        .resideInAnyPackage("io.cleave.ir.text..", "io.cleave.ir.edge..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.cleave.ir.text..",
            "io.cleave.ir.edge..",
            "io.cleave.text..",
            "java..",
            "javax.xml.stream..",
            "org.jspecify..")
        .check(CLASSES);
  }

  /// Only a model that is run touches a device.
  @Test
  void nothingBelowKnowsDevices() {
    classes()
        .that()
        .resideInAnyPackage("io.cleave.ir.infer..", "io.cleave.ir.weights..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.cleave.plan..", "io.cleave.ir..", "java..", "org.jspecify..")
        .check(CLASSES);
  }
}
