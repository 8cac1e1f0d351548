package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cleave.Device;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `cleave verify`: which cases run where, and what is said of those that fail.
class VerifyCommandTest {
  private static final String GOOD = caseOf("good", "[2, 4]", "{\"shapes\": [[2], [4]]}");
  private static final String REFUSED = caseOf("no", "[2, 5]", "{\"error\": \"7 is not 6\"}");

  @TempDir private Path folder;

  @Test
  void verifyRunsGivenCasesAndGoesOnAfterAFailure() throws IOException {
    Cli run =
        verify(
            "",
            GOOD,
            "this is no case",
            caseOf("wrong", "[2, 4]", "{\"shapes\": [[3], [3]]}"),
            REFUSED,
            caseOf("accepted", "[2, 4]", "{\"error\": \"it is fine\"}"));
    assertThat(run.code()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(run.out().lines()).hasSize(4);
    assertThat(run.out())
        .contains(folder.resolve("my.jsonl") + ":2: ", ":3: wrong: failed", ":5: accepted: failed")
        .endsWith("2 passed, 3 failed" + System.lineSeparator());
    assertThat(verify("").refused("hold no cases").out()).isEmpty();
  }

  @Test
  void verifyOnAllDevicesNamesThem() throws IOException {
    Cli run = verify(" --device all", GOOD);
    assertThat(run.out()).startsWith("cpu: 1 passed, 0 failed");
    assertThat(run.out().lines().skip(1))
        .allMatch(line -> line.matches(".*: 1 (passed, 0 failed|carried out by the device)"));
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
    JsonValue all = JsonReader.parse(verify(" --device all --json", GOOD).out());
    assertThat(all.items().getFirst().require("device").asString()).isEqualTo("cpu");
  }

  /// A proof on a device says what the host did, and why.
  @Test
  @Tag("device")
  void verifyTellsWhatADeviceCarriedOut() throws IOException {
    assumeThat(Device.all()).as("an OpenCL device").hasSizeGreaterThan(1);
    String strings = GOOD.replace("\"u8\"", "\"string\"");
    assertThat(verify(" --device opencl", GOOD, strings, GOOD, REFUSED).out().lines())
        .containsExactly(
            "4 passed, 0 failed",
            "2 carried out by the device",
            "1 carried out by the host, since strings are objects of the JVM");
    Cli json = verify(" --device opencl --json", GOOD, strings, GOOD, REFUSED);
    assertThat(json.code()).isEqualTo(ExitCode.DONE);
    assertThat(json.out())
        .contains(
            "\"passed\": 4",
            "\"byDevice\": 2",
            "\"cases\": 1",
            "\"reason\": \"by the host, since strings are objects of the JVM\"");
  }

  /// What was not tried is no proof, and the machine's fault; what failed is worse.
  @Test
  void casesThatDoNotFitIntoMemoryAreNotPassed() throws IOException {
    String huge =
        GOOD.replace("\"u8\"", "\"f64\"")
            .replace("\"shape\": [6]", "\"shape\": [6, 1099511627776]")
            .replace("[[2], [4]]", "[[2, 1099511627776], [4, 1099511627776]]");
    Cli skipped = verify("", GOOD, huge);
    assertThat(skipped.out()).contains("1 passed, 0 failed, 1 skipped");
    assertThat(skipped.code()).isEqualTo(ExitCode.DEVICE_FAILED);
    assertThat(skipped.err())
        .isEqualToIgnoringNewLines(
            "cleave: cases were skipped for want of memory, and are not proven; allow more, for"
                + " instance CLEAVE_OPTS=-Xmx8g, or try smaller ones");
    Cli failed = verify("", huge, "this is no case");
    assertThat(failed.out()).contains("0 passed, 1 failed, 1 skipped");
    assertThat(failed.code()).isEqualTo(ExitCode.CHECK_FAILED);
  }

  private Cli verify(String options, String... cases) throws IOException {
    Files.write(folder.resolve("my.jsonl"), List.of(cases));
    return Cli.run(folder, "verify --cases ./my.jsonl" + options);
  }

  private static String caseOf(String id, String lengths, String expect) {
    return """
    {"id": "%s", "origin": "test", "op": "VariadicSplit-1", "element_type": "u8", "shape": [6], \
    "data": "iota", "axis": {"value": 0, "type": "i64", "shape": []}, \
    "split_lengths": {"value": %s, "type": "i64", "shape": [2]}, "expect": %s}\
    """
        .formatted(id, lengths, expect);
  }
}
