package io.cleave.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// Which package of the command line may use which.
class CliArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.cleave.cli");

  @Test
  void roomsDependOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("print")
        .definedBy("io.cleave.cli.print..")
        .layer("option")
        .definedBy("io.cleave.cli.option..")
        .layer("bench")
        .definedBy("io.cleave.cli.bench..")
        .layer("model")
        .definedBy("io.cleave.cli.model..")
        .layer("cli")
        .definedBy("io.cleave.cli")
        .ensureAllClassesAreContainedInArchitecture()
        .whereLayer("print")
        .mayNotAccessAnyLayer()
        .whereLayer("option")
        .mayOnlyAccessLayers("print")
        .whereLayer("bench")
        .mayOnlyAccessLayers("print", "option")
        .whereLayer("model")
        .mayOnlyAccessLayers("print", "option")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .check(CLASSES);
  }

  /// What is printed is ready when it gets here.
  @Test
  void printingStartsNothing() {
    noClasses()
        .that()
        .resideInAPackage("io.cleave.cli.print..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.cleave", "io.cleave.ir..", "io.cleave.bench..", "io.cleave.choice..")
        .check(CLASSES);
  }

  @Test
  void onlyTheCommandsThatMeasureKnowRaces() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.cleave.cli.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.cleave.bench..")
        .check(CLASSES);
  }

  /// One that explains a split writes it as a model, which is all it knows of them.
  @Test
  void onlyTheCommandsForModelsKnowModels() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.cleave.cli.model..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.cleave.ir..").and(resideOutsideOfPackage("io.cleave.ir.write..")))
        .check(CLASSES);
  }
}
