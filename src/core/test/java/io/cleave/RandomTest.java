package io.cleave;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/// A test that is called with each of the gate's [seeds][Seeds].
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "seed {0}")
@ArgumentsSource(RandomTest.Provider.class)
public @interface RandomTest {
  /// The number of seeds in the gate.
  int gate();

  /// The number with `-Dcleave.thorough=true`.
  int thorough();

  /// Gives the test its seeds.
  final class Provider extends AnnotationBasedArgumentsProvider<RandomTest> {
    @Override
    protected Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, RandomTest test) {
      return Seeds.of(test.gate(), test.thorough()).stream().map(Arguments::of);
    }
  }
}
