package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// `cleave devices`
class DevicesCommandTest {
  @Test
  void devicesListsTheCpu() {
    assertThat(Cli.run("devices").out()).startsWith("cpu (Java");
    JsonValue json = JsonReader.parse(Cli.run("devices", "--json").out());
    List<JsonValue> devices = json.require("devices").items();
    assertThat(devices.getFirst().<String>read("kind", JsonValue::asString)).isEqualTo("java");
    assertThat(json.fields()).containsKey("missing");
  }

  @Test
  void whatIsMissingIsListed() {
    Cli run = Cli.start(Map.of("OCL_ICD_VENDORS", "/nonexistent"), "devices").succeeded();
    assertThat(run.out()).startsWith("cpu (").contains("missing  OpenCL: the loader found no ");
  }
}
