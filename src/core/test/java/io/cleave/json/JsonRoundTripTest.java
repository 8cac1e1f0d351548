package io.cleave.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Random trees survive being written and read. Damaged texts are read in `CorpusTest`.
class JsonRoundTripTest {

  @RandomTest(gate = 3, thorough = 100)
  void readsBackWhatItWrote(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      JsonValue value = value(random, 5);
      String compact = value.toString();
      assertThat(compact.lines()).hasSize(1);
      assertThat(JsonReader.parse(compact)).isEqualTo(value).hasToString(compact);
      assertThat(JsonReader.parse(value.pretty())).isEqualTo(value).hasToString(compact);
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(compact);
      assertThat(JsonReader.parseUtf8(bytes)).isEqualTo(value);
    }
  }

  private static JsonValue value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> new JsonValue(null);
      case 1 -> JsonValue.of(random.nextBoolean());
      case 2 -> JsonValue.of(random.nextLong() >> random.nextInt(64));
      case 3 -> JsonValue.of(new JsonNumber(new BigInteger(80, random).negate().toString()));
      case 4 -> JsonValue.of(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20));
      case 5 -> JsonValue.of(text(random));
      case 6 -> array(random, depth);
      default -> object(random, depth);
    };
  }

  private static JsonValue array(Random random, int depth) {
    List<JsonValue> items = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      items.add(value(random, depth - 1));
    }
    return JsonValue.of(items);
  }

  private static JsonValue object(Random random, int depth) {
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      fields.put(text(random), value(random, depth - 1));
    }
    return JsonValue.of(fields);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      int codePoint = random.nextInt(1 << (7 + random.nextInt(14)));
      boolean half = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
      text.appendCodePoint(half ? 'x' : codePoint);
    }
    return text.toString();
  }
}
