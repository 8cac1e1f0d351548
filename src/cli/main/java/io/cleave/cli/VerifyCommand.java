package io.cleave.cli;

import io.cleave.Device;
import io.cleave.Splitter;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Json;
import io.cleave.cli.print.Output;
import io.cleave.conformance.CaseResult;
import io.cleave.conformance.CaseResult.Outcome;
import io.cleave.conformance.CaseSource;
import io.cleave.conformance.Conformance;
import io.cleave.conformance.Summary;
import io.cleave.json.JsonObject;
import io.cleave.opencl.session.Binding;
import io.cleave.spi.KnownDevice;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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
  /// Files of conformance cases in the jar.
  private static final List<String> SHIPPED =
      List.of("cleave.jsonl", "openvino.jsonl", "peers.jsonl");

  @Option(
      names = "--cases",
      description = "Cases to run, one JSON object a line (default: those that come with cleave).")
  private @Nullable List<Path> files;

  @Mixin private Output output = new Output();

  @Mixin private DeviceOption device = new DeviceOption("cpu");

  @Override
  public Integer call() {
    List<CaseSource> sources =
        files == null
            ? SHIPPED.stream().map(VerifyCommand::shipped).toList()
            : files.stream().map(CaseSource::file).toList();
    if (!device.isAll()) {
      return code(verify(device.open(), sources, ""));
    }
    Summary whole = Summary.NONE;
    for (Device one : Device.all()) {
      for (Binding binding : device.bindings(one)) {
        String name = binding == Binding.AUTO ? one.name() : one.name() + " via " + binding;
        whole = whole.plus(verify(device.open(one, binding), sources, name));
      }
    }
    return code(whole);
  }

  /// The exit code: cases that were skipped are not proven.
  private int code(Summary summary) {
    if (summary.skipped() > 0) {
      output.note(
          "cleave: cases were skipped for want of memory, and are not proven; allow more, for"
              + " instance CLEAVE_OPTS=-Xmx8g, or try smaller ones");
    }
    if (summary.failed() > 0) {
      return ExitCode.CHECK_FAILED;
    }
    return summary.skipped() == 0 ? ExitCode.DONE : ExitCode.DEVICE_FAILED;
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

  /// Runs the cases on one device, and prints the results.
  ///
  /// @param name the device, if there are several; else empty
  private Summary verify(Splitter opened, List<CaseSource> sources, String name) {
    String prefix = name.isEmpty() ? "" : name + ": ";
    try (Splitter splitter = opened) {
      Tally tally = new Tally();
      Summary summary =
          new Conformance(splitter)
              .run(
                  sources,
                  result -> {
                    tally.add(result);
                    if (!output.isJson() && result.outcome() != Outcome.PASSED) {
                      output.print(prefix + result);
                    }
                  });
      if (summary.equals(Summary.NONE)) {
        throw new IllegalArgumentException("the given files hold no cases; give one a line");
      }
      Device used = splitter.device();
      if (output.isJson()) {
        output.print(tally.json(name.isEmpty() ? used.name() : name, summary));
        return summary;
      }
      output.print(prefix + summary);
      if (!KnownDevice.isJava(used)) {
        output.print("%s%s carried out by the device".formatted(prefix, tally.byDevice));
        tally.byHost.forEach(
            (why, cases) -> output.print("%s%s carried out %s".formatted(prefix, cases, why)));
      }
      return summary;
    }
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
        // The host's own splitter adds its words behind the reason.
        String route = result.detail();
        String reason = route.substring(route.indexOf('(') + 1).split("; ", 2)[0];
        if (reason.startsWith("by the host")) {
          byHost.merge(reason, 1L, Long::sum);
        } else {
          byDevice++;
        }
      }
    }

    JsonObject json(String device, Summary summary) {
      List<JsonObject> hosts = new ArrayList<>();
      byHost.forEach((why, cases) -> hosts.add(Json.object("cases", cases, "reason", why)));
      return Json.object(
          "device", device,
          "passed", summary.passed(),
          "failed", summary.failed(),
          "skipped", summary.skipped(),
          "byDevice", byDevice,
          "byHost", hosts,
          "problems", problems);
    }
  }
}
