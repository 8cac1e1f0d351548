package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Timeout;

/// Whatever is said of a split, in any words: it is refused as Spark refuses what is wrong with a
/// query, in one line that shows no control character, or rows are split by it.
@Timeout(600)
class HostileSettingsIT {
  private static final List<String> WORDS =
      List.of(
          "",
          " ",
          ",",
          ":",
          "0",
          "1",
          "2",
          "3",
          "-1",
          "-2",
          "1,2",
          "2,1",
          "1,,2",
          "2,3",
          "3,-1",
          "-1,-1",
          "0,0,3",
          "?",
          "4294967296",
          "2147483648",
          "9223372036854775807",
          "-9223372036854775808",
          "9223372036854775808",
          "3037000500,3037000500",
          "9223372036854775807,1",
          "99999999",
          "1e400",
          "NaN",
          "-Infinity",
          "0x10p3",
          "1.5,2.5",
          "1:1,2:-1",
          "1:9223372036854775807",
          "u8",
          "u4",
          "u1",
          "i64",
          "f16",
          "bf16",
          "f64",
          "string",
          "boolean",
          "U8",
          "array",
          "binary",
          "npy",
          "true",
          "maybe",
          "null",
          "fail",
          "cpu",
          "auto",
          "imagenet",
          "t",
          "a",
          "s",
          "id",
          "x",
          "x,y",
          "x,x",
          "\u009b2J",
          "\n",
          "\0",
          "\u202e",
          "\ud800",
          "%s%n",
          "1".repeat(70000),
          "1,".repeat(70000));

  /// Those that say on what it is done, which is looked for when rows are.
  private static final List<Setting> LATER = List.of(Setting.DEVICE, Setting.ON_DEVICE_FAILURE);

  @RandomTest(gate = 1, thorough = 200)
  void areRefusedOrObeyed(long seed) {
    Random random = new Random(seed);
    int obeyed = 0;
    for (int i = 0; i < 40; i++) {
      obeyed += isObeyed(any(random)) ? 1 : 0;
    }
    assertThat(obeyed).as("settings that can be obeyed").isBetween(1, 39);
  }

  /// A split that is right, but for up to three settings.
  private static TensorSplit any(Random random) {
    TensorSplit split =
        random.nextBoolean()
            ? TensorSplit.of("t").shape("2,3").type("u8").axis(1).with(Setting.LENGTHS, "1,2")
            : TensorSplit.of("a").axis(0).with(Setting.LENGTHS, "1,1");
    Setting[] settings = Setting.values();
    for (int wrong = random.nextInt(4); wrong > 0; wrong--) {
      Setting setting = settings[random.nextInt(settings.length)];
      String word = WORDS.get(random.nextInt(WORDS.size()));
      split = LATER.contains(setting) ? split : split.with(setting, word);
    }
    return split.onError("null");
  }

  private static boolean isObeyed(TensorSplit split) {
    Dataset<Row> rows;
    try {
      rows = table().transform(split);
    } catch (Exception refusal) {
      requireOneSentence(refusal, split);
      return false;
    }
    assertThat(rows.collectAsList()).as(split.toString()).hasSize(2);
    return true;
  }

  private static void requireOneSentence(Exception refusal, TensorSplit split) {
    assertThat(refusal)
        .as(split.toString())
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("column ");
    assertThat(String.valueOf(refusal.getMessage()))
        .as(split.toString())
        .hasSizeLessThan(2000)
        .matches(text -> text.codePoints().noneMatch(Character::isISOControl), "one line of text");
  }

  private static Dataset<Row> table() {
    return LocalSpark.session()
        .range(2)
        .selectExpr("id", "cast('abcdef' as binary) t", "array(float(1), float(id)) a", "'x' s");
  }
}
