package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.Candidate.Role;
import io.cleave.cpu.CpuSplitter;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// A result as table and JSON.
class ResultTest {
  private static final Result.Measurement COPY =
      measured(Role.COPY, "cpu", "", "copy, 1 thread", 0.1);
  private static final Result.Measurement SLOW_COPY =
      measured(Role.COPY, "cpu", "", "copy, 2 threads", 0.2);
  private static final Result.Measurement SPLITTER =
      measured(Role.SPLITTER, "a <very> \"long\" name & more", "lwjgl", "fused", 0.125);
  private static final Result.Measurement PEER =
      measured(Role.PEER, "onnxruntime", "", "2 threads", 0.25);

  private static final TimedSplit SPLIT =
      new TimedSplit(
          "X-own",
          "why not",
          SplitPlan.of(Layout.of(ElementType.U8, 1000, 1000, 1000), 1, Cut.byLengths(400, 600)));

  private static final Result RESULT =
      new Result(
          SPLIT,
          List.of(COPY, SLOW_COPY, SPLITTER, PEER),
          List.of(new Result.Exclusion(candidate(Role.PEER, "gone", "", ""), "it went", false)));

  private static Candidate candidate(Role role, String device, String binding, String route) {
    return Candidate.splitter(role, device, binding, route, CpuSplitter::open);
  }

  private static Result.Measurement measured(
      Role role, String device, String binding, String route, double seconds) {
    return new Result.Measurement(candidate(role, device, binding, route), seconds, seconds);
  }

  @Test
  void printsTheFastestFirst() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(RESULT.table())
          .containsExactly(
              "X-own  u8 [1000, 1000, 1000] along axis 1 into 2 parts: 1000 rows of 1000000 bytes "
                  + " (why not)",
              "                                                                 time    GB/s  x"
                  + " copy",
              "  cpu                             copy, 1 thread            100.00 ms    20.0   "
                  + " 1.00",
              "  a <very> \"long\" name ... lwjgl  fused                     125.00 ms    16.0   "
                  + " 0.80",
              "  cpu                             copy, 2 threads           200.00 ms    10.0   "
                  + " 0.50",
              "  onnxruntime                     2 threads                 250.00 ms     8.0   "
                  + " 0.40",
              "  gone absent: it went");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void printsTheBestOfEach() {
    assertThat(Result.summary(List.of(RESULT, RESULT)))
        .hasSize(3)
        .last()
        .asString()
        .contains("X-own", "lwjgl fused", "125.00 ms", "0.80");
  }

  @Test
  void writesAnObjectForEachMeasurement() {
    List<JsonValue> rows = JsonReader.parse(Result.json(List.of(RESULT)).pretty()).items();
    assertThat(rows).hasSize(4);
    Result alone = new Result(SPLIT, List.of(SPLITTER), List.of());
    assertThat(Result.json(List.of(alone)).toString()).doesNotContain("ratio");
    assertThat(rows.get(2).toString())
        .isEqualTo(
            """
            {"subject":"X-own","role":"splitter","shape":[1000,1000,1000],"type":"u8","to":"u8","axis":1,\
            "lengths":[400,600],"memory":"native","device":"a <very> \\"long\\" name & more","binding":"lwjgl",\
            "route":"fused","bytes":1000000000,"seconds":0.125,"median_seconds":0.125,"gbps":16.0,"ratio_to_copy":0.8,\
            "ratio_to_peer":2.0}\
            """);
  }
}
