package io.cleave;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/// A test that is called with each row of a table. Cells stand between `|`, without the blanks
/// around them; an empty one is null, and one in quotes (`'` or a backtick) is what is between
/// these.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ArgumentsSource(TableTest.Provider.class)
public @interface TableTest {
  /// The rows, a line each.
  String value();

  /// Gives the test its rows.
  final class Provider extends AnnotationBasedArgumentsProvider<TableTest> {
    @Override
    protected Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, TableTest test) {
      return test.value().lines().map(row -> Arguments.of(cells(row)));
    }

    private static @Nullable Object[] cells(String row) {
      return Stream.of(row.split("\\|", -1)).map(String::strip).map(Provider::value).toArray();
    }

    private static @Nullable String value(String cell) {
      boolean isQuoted = cell.matches("'.*'|`.*`");
      return cell.isEmpty() ? null : isQuoted ? cell.substring(1, cell.length() - 1) : cell;
    }
  }
}
