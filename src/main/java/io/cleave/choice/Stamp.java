package io.cleave.choice;

import io.cleave.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/// The machine and the JVM that figures were measured on. What was measured on another one is not
/// believed.
///
/// @param system the operating system and the architecture
/// @param processor model and features, as far as the system tells
/// @param processors how many of them the JVM may use
/// @param jvm its name, version and how it compiles
record Stamp(String system, String processor, int processors, String jvm) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private static final class Here {
    private static final Stamp STAMP = read();
  }

  /// That of this process.
  static Stamp here() {
    return Here.STAMP;
  }

  private static Stamp read() {
    return new Stamp(
        property("os.name") + " " + property("os.arch"),
        processorOf(CPU_INFO),
        Runtime.getRuntime().availableProcessors(),
        "%s %s %s"
            .formatted(
                property("java.vm.name"),
                property("java.vm.version"),
                compiling(property("java.vm.info"))));
  }

  /// How a JVM compiles, of what it says of itself: `mixed mode, sharing` and `mixed mode` differ
  /// in how it was started, not in how it runs.
  static String compiling(String info) {
    return Arrays.stream(info.split(",", -1))
        .map(String::strip)
        .filter(word -> word.endsWith("mode") || word.equals("emulated-client"))
        .collect(Collectors.joining(", "));
  }

  private static String property(String name) {
    return System.getProperty(name, "?");
  }

  /// What Linux says of the first processor; `?` elsewhere.
  private static String processorOf(Path info) {
    try {
      List<String> lines = Files.readAllLines(info, StandardCharsets.UTF_8);
      return "%s, family %s, model %s, features %s"
          .formatted(
              value(lines, "model name"),
              value(lines, "cpu family"),
              value(lines, "model"),
              checksum(value(lines, "flags")));
    } catch (IOException | RuntimeException e) {
      return "?";
    }
  }

  private static String value(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .filter(line -> line.substring(name.length()).strip().startsWith(":"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("?");
  }

  /// What a file of such figures is named after.
  String checksum() {
    return checksum(toJson().toString());
  }

  static String checksum(String text) {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(sum.getValue());
  }

  JsonObject toJson() {
    return JsonObject.builder()
        .put("system", system)
        .put("processor", processor)
        .put("processors", processors)
        .put("jvm", jvm)
        .build();
  }
}
