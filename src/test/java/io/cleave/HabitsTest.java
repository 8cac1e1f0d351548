package io.cleave;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static io.cleave.ArchitectureTest.CLASSES;
import static io.cleave.ArchitectureTest.check;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// What no class may do, in whichever package it is; a rule holds for one that does not exist yet.
/// Which package may use which, is for [ArchitectureTest].
class HabitsTest {
  @Test
  void eachForeignLibraryHasOnePlace() {
    check(
        CompositeArchRule.of(onlyIn("io.cleave.opencl.lwjgl..", "org.lwjgl.."))
            .and(onlyIn("io.cleave.opencl.jocl..", "org.jocl.."))
            .and(onlyIn("io.cleave.cli..", "picocli.."))
            .and(onlyIn("io.cleave.spark..", "org.apache.spark.."))
            .and(onlyIn("io.cleave.cpu.vector..", "jdk.incubator.vector..")));
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
}
