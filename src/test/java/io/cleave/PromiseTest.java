package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import io.cleave.plan.Experimental;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What users may rely on holds together: nothing of it needs what they cannot see, or what may
/// change. That it stays as it was, japicmp sees to.
class PromiseTest {
  private static Set<String> exported() throws IOException {
    Path base = Path.of(System.getProperty("cleave.basedir"));
    String module = Files.readString(base.resolve("src/main/module/module-info.java"));
    return Pattern.compile("exports (io\\.cleave[a-z.]*)")
        .matcher(module)
        .results()
        .map(MatchResult::group)
        .map(line -> line.substring("exports ".length()))
        .collect(Collectors.toSet());
  }

  private static boolean isVisible(JavaClass type, Set<String> exported) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && exported.contains(type.getPackageName())
        && type.getEnclosingClass().map(outer -> isVisible(outer, exported)).orElse(true);
  }

  private static boolean mayChange(JavaClass type) {
    return isMarked(type) || type.getEnclosingClass().map(PromiseTest::mayChange).orElse(false);
  }

  private static boolean isMarked(CanBeAnnotated element) {
    return element.isAnnotatedWith(Experimental.class);
  }

  private static boolean isVisible(JavaCodeUnit unit) {
    return unit.getModifiers().contains(JavaModifier.PUBLIC)
        || unit.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaClass> named(JavaCodeUnit unit) {
    return Stream.of(
            unit.getParameterTypes().stream()
                .flatMap(type -> type.getAllInvolvedRawTypes().stream()),
            unit.getReturnType().getAllInvolvedRawTypes().stream(),
            unit.getThrowsClause().getTypes().stream())
        .flatMap(types -> types)
        .map(JavaClass::getBaseComponentType)
        .filter(type -> type.getPackageName().startsWith("io.cleave"));
  }

  @Test
  void nothingThatStaysNeedsWhatMayChangeOrCannotBeSeen() throws IOException {
    Set<String> exported = exported();
    List<String> complaints = new ArrayList<>();
    int units = 0;
    for (JavaClass type : ArchitectureTest.CLASSES) {
      if (isVisible(type, exported) && !mayChange(type)) {
        for (JavaCodeUnit unit : type.getCodeUnits()) {
          if (isVisible(unit) && !isMarked(unit)) {
            units++;
            named(unit)
                .filter(used -> !isVisible(used, exported) || mayChange(used))
                .map(used -> unit.getFullName() + " names " + used.getName())
                .forEach(complaints::add);
          }
        }
      }
    }
    assertThat(units).isGreaterThan(300);
    assertThat(complaints).isEmpty();
  }

  @Test
  void whatMayChangeIsMarkedOnlyWhereItCanBeSeen() throws IOException {
    Set<String> exported = exported();
    Collection<JavaClass> marked =
        ArchitectureTest.CLASSES.stream().filter(PromiseTest::isMarked).toList();
    assertThat(marked).isNotEmpty().allMatch(type -> isVisible(type, exported));
  }
}
