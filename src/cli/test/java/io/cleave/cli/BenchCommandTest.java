package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.TableTest;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
  @TempDir private Path folder;

  private static Cli bench(String arguments) {
    return Cli.run(("bench " + arguments).split(" "));
  }

  @Test
  void measuresASplitOfOnesOwnOnEveryDevice() throws IOException {
    Path json = folder.resolve("b.json");
    Cli run =
        bench("--shape 8,64 --type f16 --axis -1 --lengths 16,-1 --seconds 0 --json " + json)
            .succeeded();
    List<JsonValue> rows = JsonReader.parse(Files.readString(json)).items();
    assertThat(rows).hasSizeGreaterThan(6);
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row.fields())
                    .containsKeys("shape", "lengths", "device", "seconds", "ratio_to_copy"));
    assertThat(rows)
        .extracting(row -> row.<String>read("route", JsonValue::asString))
        .contains("auto", "per-part", "fused", "compiled", "copy, 1 thread", "copy, fused");
    assertThat(run.out()).startsWith("own  f16 [8, 64] along axis 1 into 2 parts");
  }

  @TableTest(
      """
      --only I --device cpu | I-tiny  f32 [8, 64] | lwjgl
      --only i-tiny --device pocl --binding jocl --route fused | jocl   fused | jocl   auto
      --only i-tiny,I --device cpu | the fastest splitter | lwjgl
      """)
  void takesWhatWasAskedFor(String arguments, String there, String absent) {
    Cli run = bench(arguments + " --seconds 0").succeeded();
    assertThat(run.out()).contains(there).doesNotContain(absent);
  }

  @Test
  void measuresArraysAndConvertedValues() throws IOException {
    Path json = folder.resolve("b.json");
    String split = "--shape 100,3 --type u8 --axis 1 --equal 3 --to f32 --memory heap";
    bench("%s --device cpu --seconds 0 --json %s".formatted(split, json)).succeeded();
    assertThat(Files.readString(json)).contains("\"memory\": \"heap\"", "\"to\": \"f32\"");
  }

  @TableTest(
      """
      --only Q | the suite has no "Q"
      --shape 2,2 --type u8 | Missing required argument(s): --axis
      --only A --shape 2,2 --type u8 --axis 0 --equal 2 | not for a split of your own
      --shape 4,3 --type string --axis 1 --equal 3 | strings have no size in bytes
      --shape 1152921504606846975 --type u8 --axis 0 --equal 5 --memory heap --device cpu | an array holds at most 2147483639 elements, not 1152921504606846975; use native memory
      --shape 4000000000 --type u4 --axis 0 --equal 1 --to f32 --memory heap | at most 2147483639 elements, not 4000000000
      --shape 1500000000 --type u8 --axis 0 --equal 3 --to f32 --memory heap --device cpu | at most 2147483639 elements, not 3750000000
      --memory heap | Missing required argument(s): --axis=<axis>, --shape=<shape>, --type
      --shape 2,2 --type u8 --axis 0 --equal 2 --memory disk | heap
      --only I --seconds -1 | --seconds must be 0 to 3600, not -1.0
      --only I --seconds NaN | --seconds must be 0 to 3600, not NaN
      --only I --json /nonexistent/x.json | /nonexistent/x.json cannot be written
      --only I --device nothing | no device matches "nothing"
      --only I --device cpu --route fused | device cpu is plain Java
      """)
  void saysWhatIsWrong(String arguments, String complaint) {
    Cli run = bench(arguments).refused(complaint);
    assertThat(run.out()).isEmpty();
  }
}
