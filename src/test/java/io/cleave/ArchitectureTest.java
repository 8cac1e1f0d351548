package io.cleave;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Which package may use which, and what no class may do. A rule holds for a package that does not
/// exist yet.
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.cleave");

  private static final String[] FORMATS = {
    "io.cleave.file.npy..",
    "io.cleave.file.npz..",
    "io.cleave.file.safetensors..",
    "io.cleave.file.raw..",
  };

  @Test
  void dependenciesPointOneWay() {
    check(
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("plan")
            .definedBy("io.cleave.plan..")
            .layer("json")
            .definedBy("io.cleave.json..")
            .layer("backend")
            .definedBy("io.cleave.backend..")
            .layer("draw")
            .definedBy("io.cleave.draw..")
            .layer("cpu")
            .definedBy("io.cleave.cpu..")
            .layer("choice")
            .definedBy("io.cleave.choice..")
            .layer("route")
            .definedBy("io.cleave.opencl.route..")
            .layer("session")
            .definedBy("io.cleave.opencl.session..")
            .layer("opencl")
            .definedBy("io.cleave.opencl")
            .layer("lwjgl")
            .definedBy("io.cleave.opencl.lwjgl..")
            .layer("jocl")
            .definedBy("io.cleave.opencl.jocl..")
            .layer("file")
            .definedBy("io.cleave.file..")
            .layer("openvino")
            .definedBy("io.cleave.openvino")
            .layer("runtime")
            .definedBy("io.cleave.openvino.runtime..")
            .layer("ir")
            .definedBy("io.cleave.ir..")
            .layer("agreement")
            .definedBy("io.cleave.openvino.agreement..")
            .layer("conformance")
            .definedBy("io.cleave.conformance..")
            .layer("root")
            .definedBy("io.cleave")
            .layer("bench")
            .definedBy("io.cleave.bench..")
            .layer("cli")
            .definedBy("io.cleave.cli..")
            .ensureAllClassesAreContainedInArchitecture()
            .whereLayer("plan")
            .mayNotAccessAnyLayer()
            .whereLayer("json")
            .mayNotAccessAnyLayer()
            .whereLayer("backend")
            .mayOnlyAccessLayers("plan")
            .whereLayer("draw")
            .mayOnlyAccessLayers("plan", "backend")
            .whereLayer("draw")
            .mayOnlyBeAccessedByLayers("bench", "cli")
            .whereLayer("cpu")
            .mayOnlyAccessLayers("plan", "json", "backend")
            .whereLayer("choice")
            .mayOnlyAccessLayers("plan", "json", "backend")
            .whereLayer("route")
            .mayOnlyAccessLayers("plan", "backend")
            .whereLayer("session")
            .mayOnlyAccessLayers("plan", "backend", "route")
            .whereLayer("opencl")
            .mayOnlyAccessLayers("plan", "json", "backend", "choice", "route", "session")
            .whereLayer("lwjgl")
            .mayOnlyAccessLayers("plan", "json", "backend", "choice", "route", "session", "opencl")
            .whereLayer("jocl")
            .mayOnlyAccessLayers("plan", "json", "backend", "choice", "route", "session", "opencl")
            .whereLayer("file")
            .mayOnlyAccessLayers("plan", "json", "backend")
            .whereLayer("openvino")
            .mayOnlyAccessLayers("plan")
            .whereLayer("runtime")
            .mayOnlyAccessLayers("plan")
            .whereLayer("ir")
            .mayOnlyAccessLayers("plan", "json", "backend", "openvino")
            .whereLayer("agreement")
            .mayOnlyAccessLayers("plan", "backend", "conformance", "ir", "openvino", "runtime")
            .whereLayer("agreement")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("conformance")
            .mayOnlyAccessLayers("plan", "json", "backend")
            .whereLayer("lwjgl")
            .mayOnlyBeAccessedByLayers("root")
            .whereLayer("jocl")
            .mayOnlyBeAccessedByLayers("root")
            .whereLayer("root")
            .mayOnlyBeAccessedByLayers("bench", "cli")
            .whereLayer("bench")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer());
  }

  @Test
  void packagesHaveNoCycles() {
    check(slices().matching("io.cleave.(**)").should().beFreeOfCycles());
  }

  /// The packages below `io.cleave.file`: it uses them all, and none of them uses it.
  @Test
  void packagesBelowFileDependOneWay() {
    check(
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("file")
            .definedBy("io.cleave.file")
            .layer("stored")
            .definedBy("io.cleave.file.stored..")
            .layer("npy")
            .definedBy("io.cleave.file.npy..")
            .layer("npz")
            .definedBy("io.cleave.file.npz..")
            .layer("safetensors")
            .definedBy("io.cleave.file.safetensors..")
            .layer("raw")
            .definedBy("io.cleave.file.raw..")
            .layer("window")
            .definedBy("io.cleave.file.window..")
            .layer("output")
            .definedBy("io.cleave.file.output..")
            .whereLayer("stored")
            .mayNotAccessAnyLayer()
            .whereLayer("npy")
            .mayOnlyAccessLayers("stored")
            .whereLayer("npz")
            .mayOnlyAccessLayers("stored", "npy")
            .whereLayer("safetensors")
            .mayOnlyAccessLayers("stored")
            .whereLayer("raw")
            .mayOnlyAccessLayers("stored")
            .whereLayer("window")
            .mayOnlyAccessLayers("stored")
            .whereLayer("output")
            .mayOnlyAccessLayers("stored")
            .whereLayer("file")
            .mayNotBeAccessedByAnyLayer());
  }

  /// Where the bytes of a tensor lie is all that they say; what becomes of them is for others.
  @Test
  void formatsKnowNothingOfSplitting() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(FORMATS)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("io.cleave.plan.SplitPlan")
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "io.cleave.backend..",
                "io.cleave.file",
                "io.cleave.file.window..",
                "io.cleave.file.output.."));
  }

  @Test
  void onlyFileUsesTheFormats() {
    check(
        classes()
            .that()
            .resideInAnyPackage(FORMATS)
            .should()
            .onlyHaveDependentClassesThat()
            .resideInAPackage("io.cleave.file.."));
  }

  @Test
  void eachForeignLibraryHasOnePlace() {
    check(
        CompositeArchRule.of(onlyIn("io.cleave.opencl.lwjgl..", "org.lwjgl.."))
            .and(onlyIn("io.cleave.opencl.jocl..", "org.jocl.."))
            .and(onlyIn("io.cleave.cli..", "picocli.."))
            .and(onlyIn("io.cleave.cpu.vector..", "jdk.incubator.vector..")));
  }

  /// It is loaded by name, where the JVM has the Vector API.
  @Test
  void nothingNeedsTheVectorKernels() {
    check(onlyIn("io.cleave.cpu.vector..", "io.cleave.cpu.vector.."));
  }

  @Test
  void planAndJsonNeedOnlyTheJdk() {
    check(
        classes()
            .that()
            .resideInAnyPackage("io.cleave.plan..", "io.cleave.json..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "io.cleave.plan..", "io.cleave.json..", "java..", "org.jspecify.."));
  }

  @Test
  void planDoesNoInputOrOutput() {
    check(
        noClasses()
            .that()
            .resideInAPackage("io.cleave.plan..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "java.io..",
                "java.net..",
                "java.nio.channels..",
                "java.nio.file..",
                "org.slf4j.."));
  }

  /// Routes are tested as a table, which needs no driver, no log and nothing that was measured.
  @Test
  void routesNeedOnlyPlanAndBackend() {
    check(
        classes()
            .that()
            .resideInAPackage("io.cleave.opencl.route..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "io.cleave.plan..",
                "io.cleave.backend..",
                "io.cleave.opencl.route..",
                "java..",
                "org.jspecify.."));
  }

  @Test
  void everyPackageIsNullMarked() {
    var bare =
        CLASSES.stream()
            .map(JavaClass::getPackage)
            .filter(known -> !known.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName)
            .distinct();
    assertThat(bare).as("packages whose package-info.java lacks @NullMarked").isEmpty();
  }

  @Test
  void namesSayWhatAThingIsFor() {
    check(
        noClasses()
            .should()
            .resideInAnyPackage(
                "..util..", "..utils..", "..common..", "..helper..", "..helpers..", "..misc..")
            .orShould()
            .haveNameMatching(".*(Utils?|Helpers?)(\\$.*)?"));
  }

  @Test
  void onlyTheCommandLinePrints() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.cleave.cli..")
            .should(ACCESS_STANDARD_STREAMS)
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.IO"));
  }

  @Test
  void logsGoToSlf4j() {
    check(noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging.."));
  }

  @Test
  void nothingIsFinalized() {
    check(noMethods().should().haveName("finalize"));
  }

  private static ArchRule onlyIn(String place, String library) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(place)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CLASSES);
  }
}
