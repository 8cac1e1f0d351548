package io.cleave;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Which package may use which: all arrows point one way. What no class may do wherever it is, is
/// for [HabitsTest].
class ArchitectureTest {
  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.cleave");

  /// Each package below `io.cleave`, and those that it may use, all of which stand before it. Two
  /// dots stand for those below it.
  private static final List<String> ROOMS =
      List.of(
          "text:",
          "plan: text",
          "limit:",
          "convert: plan",
          "json:",
          "backend: text plan",
          "draw: text plan backend",
          "choice: text plan json backend",
          // The twin in plain Java. Nothing needs the loops on vectors: they are loaded by name.
          "cpu.team:",
          "cpu.kernel: plan convert",
          "cpu.plain: plan cpu.kernel",
          "cpu.gate: plan convert backend cpu.kernel",
          "cpu.vector: plan convert cpu.kernel cpu.gate",
          "cpu.convert: plan convert cpu.kernel",
          "cpu.program: plan convert cpu.team cpu.kernel cpu.plain cpu.convert",
          "cpu: plan backend cpu.team cpu.kernel cpu.plain cpu.gate cpu.program",
          // What a device runs, the port to it, and what carries out; then the bindings.
          "opencl.route.job: plan backend",
          "opencl.route.launch: opencl.route.job",
          "opencl.route.tile: opencl.route.job opencl.route.launch",
          "opencl.route.compiled: opencl.route.job opencl.route.launch opencl.route.tile",
          "opencl.route.convert: plan convert backend opencl.route.job opencl.route.launch"
              + " opencl.route.tile",
          "opencl.route: plan backend opencl.route.job opencl.route.launch opencl.route.tile"
              + " opencl.route.compiled opencl.route.convert",
          "opencl.session: backend opencl.route.job opencl.route.launch",
          "opencl: plan backend choice opencl.route opencl.route.job opencl.route.launch"
              + " opencl.route.convert opencl.session",
          "opencl.lwjgl: plan backend opencl.route.job opencl.route.launch opencl.session opencl",
          "opencl.jocl: plan backend opencl.route.job opencl.route.launch opencl.session opencl",
          "opencl.found: backend cpu opencl.session opencl.lwjgl opencl.jocl",
          "field: plan backend choice cpu opencl opencl.session",
          // Files: what they hold, their formats, and what users call.
          "file.tensor: text plan limit",
          "file.stored: plan file.tensor",
          "file.npy: plan limit file.tensor file.stored",
          "file.npz: limit file.tensor file.stored file.npy",
          "file.safetensors: plan json limit file.tensor file.stored",
          "file.raw: plan file.tensor file.stored",
          "file.window: plan backend file.tensor file.stored",
          "file.output: text plan file.tensor file.stored",
          "file: plan limit backend file.tensor file.stored file.npy file.npz file.safetensors"
              + " file.raw file.window file.output",
          // OpenVINO: what it does, itself, its models, and how it compares.
          "openvino: plan",
          "openvino.runtime: text plan",
          "ir.text: text",
          "ir.edge:",
          "ir.infer: plan ir.text",
          "ir.weights: plan ir.infer",
          "ir.write: plan ir.text",
          "ir: plan limit backend openvino ir.text ir.edge ir.infer ir.weights",
          "conformance: plan json backend",
          "agreement: plan backend openvino openvino.runtime ir.write conformance",
          // The root: factories, which nothing below may use.
          ": plan backend choice cpu opencl.session opencl opencl.found field",
          "bench..: plan json backend convert draw choice cpu opencl.session opencl opencl.found"
              + " openvino.runtime ir.write :",
          // The program: what its commands share, then the commands.
          "cli.print: text json backend draw file.output file",
          "cli.option: plan json limit backend choice file.tensor file openvino.runtime :"
              + " cli.print",
          "cli.model: text plan json limit backend draw file.tensor file ir cli.print cli.option",
          "cli.bench: plan backend choice opencl.session opencl opencl.found openvino.runtime :"
              + " bench.. cli.print cli.option",
          "cli: plan json backend draw cpu file.tensor file openvino openvino.runtime ir.write"
              + " conformance agreement : cli.print cli.option cli.model cli.bench");

  private static final String[] FORMATS = {
    "io.cleave.file.npy..",
    "io.cleave.file.npz..",
    "io.cleave.file.safetensors..",
    "io.cleave.file.raw..",
  };

  /// A room of [#ROOMS].
  ///
  /// @param name a pattern of packages
  /// @param mayUse those of others
  record Room(String name, List<String> mayUse) {
    static Room of(String line) {
      String[] sides = line.split(": ?", 2);
      return new Room(
          pattern(sides[0]),
          Stream.of(sides[1].split(" "))
              .filter(name -> !name.isEmpty())
              .map(Room::pattern)
              .toList());
    }

    private static String pattern(String name) {
      return name.isEmpty() || name.equals(":") ? "io.cleave" : "io.cleave." + name;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Room> rooms() {
    return ROOMS.stream().map(Room::of).toList();
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void usesOnlyWhatItMay(Room room) {
    String[] known =
        Stream.concat(Stream.of(room.name()), room.mayUse().stream()).toArray(String[]::new);
    check(
        classes()
            .that()
            .resideInAPackage(room.name())
            .should()
            .onlyDependOnClassesThat(
                resideOutsideOfPackage("io.cleave..").or(resideInAnyPackage(known))));
  }

  @Test
  void noArrowRunsBackUp() {
    Set<String> before = new HashSet<>();
    for (Room room : rooms()) {
      assertThat(before).as("what stands before %s", room).containsAll(room.mayUse());
      before.add(room.name());
    }
  }

  /// What is not among them might use anything.
  @Test
  void everyPackageIsARoom() {
    List<PackageMatcher> known =
        rooms().stream().map(room -> PackageMatcher.of(room.name())).toList();
    assertThat(CLASSES.stream().map(JavaClass::getPackageName).distinct())
        .as("packages of which ROOMS says what they may use")
        .allMatch(name -> known.stream().anyMatch(room -> room.matches(name)));
  }

  @Test
  void packagesHaveNoCycles() {
    check(slices().matching("io.cleave.(**)").should().beFreeOfCycles());
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
            .resideInAPackage("io.cleave.backend.."));
  }

  @Test
  void planJsonAndTextNeedOnlyTheJdk() {
    check(
        classes()
            .that()
            .resideInAnyPackage("io.cleave.plan..", "io.cleave.json..", "io.cleave.text..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "io.cleave.plan..",
                "io.cleave.json..",
                "io.cleave.text..",
                "java..",
                "org.jspecify.."));
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
  /// What an element becomes, they ask its definition.
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
                "io.cleave.convert..",
                "io.cleave.opencl.route..",
                "java..",
                "org.jspecify.."));
  }

  static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CLASSES);
  }
}
