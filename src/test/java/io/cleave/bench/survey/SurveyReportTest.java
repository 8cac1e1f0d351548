package io.cleave.bench.survey;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.bench.Absence;
import io.cleave.bench.Effort;
import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Measurement;
import io.cleave.bench.MemoryKind;
import io.cleave.bench.Role;
import io.cleave.bench.Subject;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonNumber;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/// A survey as table, JSON and picture, of heats whose figures are made up.
class SurveyReportTest {
  private static final Label DEFAULT = new Label("default", "", "");
  private static final Label AUTO = new Label("gpu", "lwjgl", "auto");
  private static final Label FUSED = new Label("gpu", "lwjgl", "fused");
  private static final Label CPU = new Label("cpu", "", "");

  /// The copy takes a second, the peer two.
  private static Heat heat(
      Subject subject, double cpu, double fused, double auto, double usual, String... ways) {
    List<Measurement> all = new ArrayList<>();
    all.add(new Measurement(Role.COPY, new Label("cpu", "", "copy"), 1, 100));
    all.add(new Measurement(Role.SPLITTER, CPU, cpu, 100));
    all.add(new Measurement(Role.SPLITTER, FUSED, fused, 100));
    all.add(new Measurement(Role.CHOICE, AUTO, auto, 100));
    all.add(new Measurement(Role.PEER, new Label("peer", "", ""), 2, 100));
    for (int i = 0; i < ways.length; i++) {
      Label label = i == 0 ? DEFAULT : DEFAULT.again(i + 1);
      all.add(new Measurement(Role.CHOICE, label, usual, usual, 100, ways[i]));
    }
    return new Heat(subject, all, List.of());
  }

  private static final Subject EQUAL =
      new Subject("7-1M-0", "", SplitPlan.intoEqualParts(Shape.of(100, 6), ElementType.F32, 1, 3));
  private static final Subject UNEQUAL =
      new Subject(
          "7-1M-1",
          "",
          SplitPlan.byLengths(Shape.of(9, 50, 2), ElementType.U8, 1, 20, 30),
          MemoryKind.HEAP);

  private static final Heat FIRST = heat(EQUAL, 4, 2, 3, 4, "tiles", "tiles");
  private static final Heat SECOND = heat(UNEQUAL, 1.25, 5, 5, 1.25, "tiles", "fused");
  private static final Stratum STRATUM = new Stratum(1 << 20, List.of(FIRST, SECOND));

  @Test
  void comparesWithCopyPeerAndBest() {
    assertThat(Figures.best(FIRST, Role.COPY)).contains(0.5);
    assertThat(Figures.best(FIRST, Role.PEER)).contains(1.0);
    assertThat(Figures.best(SECOND, Role.COPY)).contains(0.8);
    assertThat(Figures.speed(FIRST, CPU, Role.COPY)).contains(0.25);
    assertThat(Figures.speed(FIRST, new Label("gone", "", ""), Role.COPY)).isEmpty();
  }

  @Test
  void regretsWhatWasChosen() {
    assertThat(Figures.regret(FIRST, DEFAULT)).contains(2.0);
    assertThat(Figures.regret(FIRST, AUTO)).contains(1.5);
    assertThat(Figures.regret(SECOND, DEFAULT)).contains(1.0);
    assertThat(Figures.regret(SECOND, AUTO)).contains(4.0);
    assertThat(Figures.ownRegret(SECOND, AUTO)).contains(1.0);
    assertThat(Figures.worstRegret(SECOND)).contains(4.0);
  }

  @Test
  void countsWhoChoosesAnew() {
    assertThat(Choices.of(STRATUM, DEFAULT)).contains(new Choices(DEFAULT, 2, 1));
    assertThat(Choices.of(STRATUM, AUTO)).isEmpty();
  }

  @Test
  void printsDistributionsInAnyLanguage() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(SurveyTable.of(STRATUM))
          .containsExactly(
              "1M, 2 splits, x the fastest plain copy             n    min    p10    p25 median"
                  + " geomean",
              "  best of ours                                     2   0.50   0.53   0.58   0.65  "
                  + "  0.63",
              "  cpu                                              2   0.25   0.31   0.39   0.53  "
                  + "  0.45",
              "  gpu lwjgl fused                                  2   0.20   0.23   0.28   0.35  "
                  + "  0.32",
              "  gpu lwjgl auto                                   2   0.20   0.21   0.23   0.27  "
                  + "  0.26",
              "  default                                          2   0.25   0.31   0.39   0.53  "
                  + "  0.45",
              "  peer                                             2   0.50   0.50   0.50   0.50  "
                  + "  0.50",
              "1M, 2 splits, x the fastest peer                   n    min    p10    p25 median"
                  + " geomean",
              "  best of ours                                     2   1.00   1.06   1.15   1.30  "
                  + "  1.26",
              "  cpu                                              2   0.50   0.61   0.78   1.05  "
                  + "  0.89",
              "  gpu lwjgl fused                                  2   0.40   0.46   0.55   0.70  "
                  + "  0.63",
              "  gpu lwjgl auto                                   2   0.40   0.43   0.47   0.53  "
                  + "  0.52",
              "  default                                          2   0.50   0.61   0.78   1.05  "
                  + "  0.89",
              "1M, time of what is chosen / best                  n median    p90    max    within"
                  + " 1.15",
              "  gpu lwjgl auto                                   2   2.75   3.75   4.00         "
                  + "   0 %",
              "  gpu lwjgl auto, of its own                       2   1.25   1.45   1.50         "
                  + "  50 %",
              "  default                                          2   1.50   1.90   2.00         "
                  + "  50 %",
              "  default: opened anew, chose another way for 1 of 2 splits");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void listsTheWorstWithTheirCommands() {
    String equal = "cleave bench --shape 100,6 --type f32 --axis 1 --equal 3 --memory native";
    String unequal = "cleave bench --shape 9,50,2 --type u8 --axis 1 --lengths 20,30 --memory heap";
    assertThat(SurveyTable.worst(List.of(STRATUM)))
        .containsExactly(
            "slowest, x copy",
            "  0.50  " + equal,
            "  0.80  " + unequal,
            "slowest, x peer",
            "  1.00  " + equal,
            "  1.60  " + unequal,
            "chosen worst by gpu lwjgl auto, time / best",
            "  4.00  " + unequal,
            "  1.50  " + equal,
            "chosen worst by default, time / best",
            "  2.00  " + equal,
            "  1.00  " + unequal);
  }

  @Test
  void listsTenAtMost() {
    List<Heat> heats = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      heats.add(heat(EQUAL, 1 + i, 99, 99, 1 + i, "tiles"));
    }
    List<Stratum> strata = List.of(new Stratum(1 << 20, heats.subList(0, 20)));
    assertThat(Worst.smallest(strata, heat -> Figures.best(heat, Role.COPY)))
        .hasSize(10)
        .extracting(Worst::figure)
        .startsWith(1 / 20.0)
        .isSorted();
  }

  @Test
  void namesWhoWasWrong() {
    Heat wrong =
        new Heat(
            EQUAL,
            FIRST.measurements(),
            List.of(new Absence(new Label("liar", "", ""), "part 1 is wrong in row 3", true)));
    assertThat(SurveyTable.of(new Stratum(1 << 20, List.of(wrong))))
        .last()
        .asString()
        .startsWith("  liar WRONG: part 1 is wrong in row 3; cleave bench --shape 100,6 ");
  }

  @Test
  void writesEverythingAsJson() {
    Survey survey = new Survey(7, 2, List.of(1L << 20));
    Effort effort = Effort.brief(Duration.ofMillis(60));
    JsonObject json =
        JsonReader.parse(SurveyJson.of(survey, effort, List.of(STRATUM)).pretty()).asObject();
    assertThat(json.<Long>read("seed", JsonValue::asLong)).isEqualTo(7);
    assertThat(json.require("seconds_each")).isEqualTo(JsonNumber.of(0.06));
    JsonObject stratum = list(json, "strata").getFirst().asObject();
    assertThat(list(stratum, "speeds")).hasSize(2 * 5);
    assertThat(list(stratum, "speeds").getFirst().toString())
        .startsWith(
            "{\"who\":\"best of ours\",\"against\":\"copy\",\"count\":2,\"min\":0.5,\"p10\":0.53,");
    assertThat(list(stratum, "flips"))
        .extracting(Object::toString)
        .containsExactly("{\"who\":\"default\",\"heats\":2,\"flips\":1}");
    JsonObject heat = list(stratum, "heats").get(1).asObject();
    assertThat(heat.require("best_to_peer")).isEqualTo(JsonNumber.of(1.6));
    assertThat(heat.require("worst_regret")).isEqualTo(JsonNumber.of(4.0));
    assertThat(list(heat, "measurements")).hasSize(7);
    assertThat(list(heat, "measurements").getLast().toString())
        .contains("\"role\":\"choice\"", "\"memory\":\"heap\"", "\"way\":\"fused\"");
  }

  private static List<JsonValue> list(JsonObject json, String name) {
    return json.<JsonArray>read(name, JsonValue::asArray).items();
  }

  @Test
  void drawsAMarkForTheBestAndForWhatIsChosen() throws Exception {
    String svg = SurveyChart.of(List.of(STRATUM, STRATUM), "a < b");
    Document chart =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    assertThat(chart.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("a < b");
    assertThat(svg.split("class=\"size0 best\"", -1)).hasSize(1 + 1 + 2);
    assertThat(svg.split("class=\"size1 chosen\"", -1)).hasSize(1 + 1 + 2);
    assertThat(svg).contains("7-1M-0: f32 [100, 6] along axis 1").doesNotContain("NaN");
  }
}
