package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jocl.LibUtils;
import org.junit.jupiter.api.Test;

/// Reachability metadata for native images: it names classes that exist, and all that JOCL's
/// library looks up.
class NativeImageTest {
  /// The name of a class in a library, between two strings.
  private static final Pattern NAME = Pattern.compile("(?<=\0)(?:org/jocl|java/nio)/\\w+(?=\0)");

  private static final String METADATA =
      "/META-INF/native-image/io.cleave/cleave/reachability-metadata.json";

  private static List<JsonValue> types() throws IOException {
    return JsonReader.parse(text(NativeImageTest.class, METADATA))
        .read("reflection", types -> types.items());
  }

  private static String text(Class<?> from, String name) throws IOException {
    try (InputStream stream = Objects.requireNonNull(from.getResourceAsStream(name))) {
      return new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private static String name(JsonValue type) {
    return type.read("type", JsonValue::asString);
  }

  @Test
  void namedClassesExist() throws Exception {
    for (JsonValue type : types()) {
      assertThat(Class.forName(name(type), false, NativeImageTest.class.getClassLoader()))
          .isNotNull();
    }
  }

  @Test
  void classesThatJoclsLibraryLooksUpAreNamed() throws IOException {
    String library = text(LibUtils.class, "/lib/libJOCL_2_0_6-linux-x86_64.so");
    Set<String> used =
        NAME.matcher(library)
            .results()
            .map(MatchResult::group)
            .map(name -> name.replace('/', '.'))
            .collect(Collectors.toSet());
    assertThat(types().stream().filter(type -> type.fields().containsKey("jniAccessible")))
        .map(NativeImageTest::name)
        .containsExactlyInAnyOrderElementsOf(used);
  }
}
