package io.cleave.cli;

import io.cleave.Device;
import io.cleave.Splitter;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.conformance.CaseResult;
import io.cleave.conformance.CaseResult.Outcome;
import io.cleave.conformance.CaseSource;
import io.cleave.conformance.Conformance;
import io.cleave.conformance.Summary;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonString;
import io.cleave.opencl.session.Binding;
import io.cleave.spi.KnownDevice;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
  /// The conformance cases in the jar.
  private static final List<String> SHIPPED =
      List.of("cleave.jsonl", "openvino.jsonl", "peers.jsonl");

  @Option(
      names = "--cases",
      paramLabel = "FILE",
      description = "Cases to run, one JSON object a line (default: those that come with cleave).")
  private @Nullable List<Path> files;

  @Option(names = "--json", description = "Print JSON instead, an object for each device.")
  private boolean json;

  @Mixin private DeviceOption device = DeviceOption.one();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    List<CaseSource> sources = sources();
    if (!device.isAll()) {
      return code(verify(device.open(), sources, ""));
    }
    Summary whole = Summary.NONE;
    for (Device one : Device.all()) {
      for (Binding binding : device.bindings(one)) {
        String prefix = binding == Binding.AUTO ? one.name() : one.name() + " via " + binding;
        whole = whole.plus(verify(device.open(one, binding), sources, prefix + ": "));
      }
    }
    return code(whole);
  }

  /// What was not tried is not proven.
  private int code(Summary summary) {
    if (summary.skipped() > 0) {
      Output.of(spec)
          .note(
              "cleave: cases were skipped for want of memory, and are not proven; allow more, for"
                  + " instance CLEAVE_OPTS=-Xmx8g, or try smaller ones");
    }
    if (summary.failed() > 0) {
      return ExitCode.CHECK_FAILED;
    }
    return summary.skipped() == 0 ? ExitCode.DONE : ExitCode.DEVICE_FAILED;
  }

  private List<CaseSource> sources() {
    if (files == null) {
      return SHIPPED.stream().map(VerifyCommand::shipped).toList();
    }
    List<CaseSource> sources = new ArrayList<>();
    for (Path file : files) {
      sources.add(CaseSource.file(file));
    }
    return sources;
  }

  private static CaseSource shipped(String name) {
    return new CaseSource(
        name,
        () -> {
          InputStream stream = VerifyCommand.class.getResourceAsStream("/META-INF/cleave/" + name);
          if (stream == null) {
            throw new FileNotFoundException(name + " is missing in the jar; build it again");
          }
          return stream;
        });
  }

  private Summary verify(Splitter opened, List<CaseSource> sources, String prefix) {
    Output output = Output.of(spec);
    try (Splitter splitter = opened) {
      Tally tally = new Tally();
      Summary summary =
          new Conformance(splitter)
              .run(
                  sources,
                  result -> {
                    tally.add(result);
                    report(output, prefix, result);
                  });
      if (summary.equals(Summary.NONE)) {
        throw new IllegalArgumentException("the given files hold no cases; give one a line");
      }
      if (json) {
        output.print(json(prefix, splitter.device(), summary, tally));
        return summary;
      }
      output.print(prefix + summary);
      if (!KnownDevice.isJava(splitter.device())) {
        output.print("%s%s carried out by the device".formatted(prefix, tally.byDevice));
        tally.byHost.forEach(
            (why, cases) -> output.print("%s%s carried out %s".formatted(prefix, cases, why)));
      }
      return summary;
    }
  }

  private void report(Output output, String prefix, CaseResult result) {
    if (!json && result.outcome() != Outcome.PASSED) {
      output.print(prefix + result);
      if (output.isLost()) {
        throw new UncheckedIOException(new IOException("nobody reads the results any more"));
      }
    }
  }

  private static JsonObject json(String prefix, Device device, Summary summary, Tally tally) {
    return JsonObject.builder()
        .put("device", prefix.isEmpty() ? device.name() : prefix.substring(0, prefix.length() - 2))
        .put("passed", summary.passed())
        .put("failed", summary.failed())
        .put("skipped", summary.skipped())
        .put("byDevice", tally.byDevice)
        .put(
            "byHost",
            JsonArray.of(
                tally.byHost.entrySet(),
                entry ->
                    JsonObject.builder()
                        .put("cases", entry.getValue())
                        .put("reason", entry.getKey())
                        .build()))
        .put("problems", JsonArray.of(tally.problems, JsonString::new))
        .build();
  }

  /// Counts cases by what carried them out.
  private static final class Tally {
    private final Map<String, Long> byHost = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private long byDevice;

    void add(CaseResult result) {
      if (result.outcome() != Outcome.PASSED) {
        problems.add(result.toString());
      } else if (!result.detail().isEmpty()) {
        // What the host's own splitter says of a plan comes behind the reason.
        String route = result.detail();
        String reason = route.substring(route.indexOf('(') + 1).split("; ", 2)[0];
        if (reason.startsWith("by the host")) {
          byHost.merge(reason, 1L, Long::sum);
        } else {
          byDevice++;
        }
      }
    }
  }
}
