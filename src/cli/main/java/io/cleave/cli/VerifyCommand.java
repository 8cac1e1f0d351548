package io.cleave.cli;

import static io.cleave.text.Checks.require;
import static java.util.Objects.requireNonNull;

import io.cleave.Device;
import io.cleave.Splitter;
import io.cleave.conformance.CaseResult;
import io.cleave.conformance.CaseResult.Outcome;
import io.cleave.conformance.CaseSource;
import io.cleave.conformance.Conformance;
import io.cleave.conformance.Summary;
import io.cleave.json.JsonValue;
import io.cleave.opencl.session.Binding;
import io.cleave.spi.KnownDevice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `cleave verify`
@Command(
    name = "verify",
    description = {
      "Proves a device: runs conformance cases on it and compares every byte.",
      "Prints a line for each case that did not pass, how many did, and how many of those an OpenCL"
          + " device and the host carried out, and why the host did.",
      "--device all runs them on every device, through every binding that reaches it.",
    },
    footer = {
      "  cleave verify --device cpu",
      "  cleave verify --device all",
      "  cleave verify --device opencl --cases my-cases.jsonl"
    })
final class VerifyCommand implements Callable<Integer> {
  /// Key of the cases that the device carried out; sorts before all other keys.
  private static final String BY_DEVICE = "by the device";

  private static final String SKIPPED =
      "cleave: cases were skipped for want of memory, and are not proven; allow more, for instance"
          + " CLEAVE_OPTS=-Xmx8g, or try smaller ones";

  /// Files of conformance cases in the jar.
  private static final List<String> SHIPPED =
      List.of("cleave.jsonl", "openvino.jsonl", "peers.jsonl");

  @Option(
      names = "--cases",
      description = "Cases to run, one JSON object a line (default: those that come with cleave).")
  private @Nullable List<Path> files;

  @Mixin private Output output = new Output();

  @Mixin private DeviceOption device = new DeviceOption("cpu");

  /// The results of each device.
  private final List<JsonValue> devices = new ArrayList<>();

  @Override
  public Integer call() {
    List<CaseSource> sources =
        files == null
            ? SHIPPED.stream().map(VerifyCommand::shipped).toList()
            : files.stream().map(CaseSource::file).toList();
    Summary whole = device.isAll() ? verifyAll(sources) : verify(device.open(), sources, "");
    output.print(List.of(), () -> device.isAll() ? JsonValue.of(devices) : devices.getFirst());
    boolean isProven = whole.skipped() == 0;
    if (!isProven) {
      output.line().getErr().println(SKIPPED);
    }
    int passed = isProven ? ExitCode.DONE : ExitCode.DEVICE_FAILED;
    return whole.failed() > 0 ? ExitCode.CHECK_FAILED : passed;
  }

  private Summary verifyAll(List<CaseSource> sources) {
    Summary whole = Summary.NONE;
    for (Device one : Device.all()) {
      for (Binding binding : device.bindings(one)) {
        String name = binding == Binding.AUTO ? one.name() : one.name() + " via " + binding;
        whole = whole.plus(verify(device.open(one, binding), sources, name));
      }
    }
    return whole;
  }

  private static CaseSource shipped(String name) {
    String resource = "/META-INF/cleave/" + name;
    return new CaseSource(
        name, () -> requireNonNull(VerifyCommand.class.getResourceAsStream(resource), resource));
  }

  /// Runs the cases on one device, and prints the results.
  ///
  /// @param name the device, if there are several; else empty
  private Summary verify(Splitter opened, List<CaseSource> sources, String name) {
    String prefix = name.isEmpty() ? "" : name + ": ";
    List<String> problems = new ArrayList<>();
    Map<String, Long> passed = new TreeMap<>(Map.of(BY_DEVICE, 0L));
    try (Splitter splitter = opened) {
      Consumer<CaseResult> results =
          result -> {
            if (result.outcome() != Outcome.PASSED) {
              problems.add(result.toString());
              // At once, since a driver may end the process with the next case.
              output.print(List.of(prefix + result));
            } else if (!result.detail().isEmpty()) {
              passed.merge(carriedOut(result.detail()), 1L, Long::sum);
            }
          };
      Summary summary = new Conformance(splitter).run(sources, results);
      require(!summary.equals(Summary.NONE), "the given files hold no cases; give one a line");
      List<String> lines = new ArrayList<>(List.of(summary.toString()));
      Device used = splitter.device();
      if (!KnownDevice.isJava(used)) {
        passed.forEach((by, cases) -> lines.add("%s carried out %s".formatted(cases, by)));
      }
      output.print(lines.stream().map(prefix::concat).toList());
      devices.add(json(name.isEmpty() ? used.name() : name, summary, passed, problems));
      return summary;
    }
  }

  /// Key of the cases that a route carried out: by the device, or by the host for a reason.
  private static String carriedOut(String route) {
    // The host's own splitter adds its words behind the reason.
    String reason = route.substring(route.indexOf('(') + 1).split("; ", 2)[0];
    return reason.startsWith("by the host") ? reason : BY_DEVICE;
  }

  private static JsonValue json(
      String device, Summary summary, Map<String, Long> passed, List<String> problems) {
    List<JsonValue> hosts = new ArrayList<>();
    passed.forEach((by, cases) -> hosts.add(JsonValue.object("cases", cases, "reason", by)));
    return JsonValue.object(
        "device", device,
        "passed", summary.passed(),
        "failed", summary.failed(),
        "skipped", summary.skipped(),
        "byDevice", passed.get(BY_DEVICE),
        "byHost", hosts.subList(1, hosts.size()),
        "problems", problems);
  }
}
