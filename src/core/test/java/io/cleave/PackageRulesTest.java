package io.cleave;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The dependencies between packages, and what users can see.
class PackageRulesTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importUrl(Splitter.class.getProtectionDomain().getCodeSource().getLocation());

  private static final DescribedPredicate<JavaClass> OPENING =
      nameMatching("io.cleave.(Device|Splitter)").forSubtype();

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CLASSES);
  }

  private static String[] below(String packages) {
    return Stream.of(packages.split(" "))
        .map(name -> name.equals("api") ? "io.cleave" : "io.cleave.%s..".formatted(name))
        .toArray(String[]::new);
  }

  /// Packages, and those that they may use besides; `api` is `io.cleave` itself, where two
  /// interfaces open the splitters that implement them.
  @ParameterizedTest
  @CsvSource({
    "text, text",
    "plan convert, text",
    "json, json text",
    "operation, text plan",
    "api, plan",
    "spi, text plan api",
    "cpu, plan convert api spi",
    "opencl.route, plan convert api spi",
    "opencl, text plan convert api spi cpu",
    "tune, text plan json api spi cpu opencl",
    "file, text plan json api spi",
    "ir, text plan operation file api spi",
    "conformance, text plan operation json api spi",
  })
  void packagesUseOnlyThoseBelow(String packages, String others) {
    check(
        classes()
            .that(resideInAnyPackage(below(packages)).and(not(OPENING)))
            .should()
            .onlyDependOnClassesThat(
                resideOutsideOfPackage("io.cleave..")
                    .or(resideInAnyPackage(below(packages + " " + others)))));
  }

  /// Entries to the packages below `file` and `opencl`, which use values of these two.
  private static final DescribedPredicate<JavaClass> ENTRIES =
      nameMatching("io.cleave.(file.(TensorFile|FileSplit)|opencl.\\w+Splitter)\\b.*").forSubtype();

  @Test
  void packagesHaveNoCycles() {
    check(
        slices()
            .matching("io.cleave.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(ENTRIES, alwaysTrue()));
  }

  @ParameterizedTest
  @CsvSource({
    "org.lwjgl.., opencl.session",
    "org.jocl.., opencl",
    "picocli.., cli",
    "org.apache.spark.., spark",
    "jdk.incubator.vector.., cpu.vector",
    "java.util.logging.., nowhere",
  })
  void librariesAreUsedInOnePlace(String library, String place) {
    check(
        noClasses()
            .that(resideOutsideOfPackages(below(place)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(library));
  }

  @Test
  void plansAndRoutesNeedNeitherInputNorLog() {
    check(
        classes()
            .that()
            .resideInAnyPackage(below("plan operation convert json text opencl.route"))
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage("io.cleave..", "java.lang..", "java.util..", "java.math..")
                    .or(resideInAnyPackage("java.nio", "java.nio.charset", "org.jspecify.."))
                    .or(type(Serializable.class))));
  }

  @Test
  void onlyTheCommandPrints() {
    check(
        noClasses()
            .that(resideOutsideOfPackages(below("cli bench")))
            .should(ACCESS_STANDARD_STREAMS));
  }

  @Test
  void whatUsersSeeNamesNothingHidden() throws IOException {
    Set<String> exported = exported();
    CLASSES.stream()
        .filter(type -> isVisible(type, exported))
        .flatMap(type -> type.getCodeUnits().stream())
        .filter(unit -> isVisible(unit))
        .forEach(
            unit ->
                assertThat(named(unit))
                    .as(unit.getFullName())
                    .allMatch(type -> isVisible(type, exported)));
  }

  private static Set<String> exported() throws IOException {
    Path base = Path.of(System.getProperty("cleave.basedir"));
    Path module = base.resolve("src/core/main/java/module-info.java");
    String text = Files.readString(module);
    return Pattern.compile("exports ([\\w.]+);")
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  private static boolean isVisible(JavaClass type, Set<String> exported) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && exported.contains(type.getPackageName())
        && type.getEnclosingClass().map(outer -> isVisible(outer, exported)).orElse(true);
  }

  private static boolean isVisible(JavaCodeUnit unit) {
    return unit.getModifiers().contains(JavaModifier.PUBLIC)
        || unit.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaClass> named(JavaCodeUnit unit) {
    return Stream.concat(
            Stream.concat(unit.getParameterTypes().stream(), Stream.of(unit.getReturnType()))
                .flatMap(type -> type.getAllInvolvedRawTypes().stream()),
            unit.getThrowsClause().getTypes().stream())
        .map(JavaClass::getBaseComponentType)
        .filter(resideInAPackage("io.cleave.."));
  }
}
