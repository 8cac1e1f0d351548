package io.cleave.cli;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Device;
import io.cleave.Splitter;
import io.cleave.TableTest;
import io.cleave.spi.HostResidence;
import io.cleave.spi.KnownDevice;
import io.cleave.spi.KnownDevice.Kind;
import io.cleave.spi.Residence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Which device is meant.
class DeviceOptionTest {
  private static final Device ORACLE = device(Kind.GPU, "Oclgrind", "Oclgrind Simulator");
  private static final Device MESA = device(Kind.ACCELERATOR, "rusticl", "an accelerator");
  private static final Device LLVMPIPE = device(Kind.CPU, "rusticl", "llvmpipe");
  private static final Device POCL = device(Kind.CPU, "Portable Computing Language", "cpu-haswell");
  private static final Device CARD = device(Kind.GPU, "CUDA", "H200");
  private static final Device BOARD = device(Kind.ACCELERATOR, "FPGA", "board");

  /// From the best one to the worst.
  private static final List<Device> RANKED = List.of(CARD, BOARD, POCL, ORACLE, MESA, LLVMPIPE);

  /// A command for all devices.
  @Command
  private static final class ForAll {
    @Mixin private final DeviceOption device = new DeviceOption("all");
  }

  private static Device device(Kind kind, String platform, String name) {
    return new KnownDevice(kind, platform, name, 1, 1, 0);
  }

  private static DeviceOption parsed(String... arguments) {
    ForAll command = new ForAll();
    CommandLine line = new CommandLine(command);
    Converters.register(line);
    line.parseArgs(arguments);
    return command.device;
  }

  @Test
  void theBestIsOneThatWasMadeForSpeed() {
    List<Device> devices = new ArrayList<>(RANKED.reversed());
    devices.addFirst(Device.cpu());
    for (Device best : RANKED) {
      assertThat(DeviceOption.best(devices)).contains(best);
      devices.remove(best);
    }
    assertThat(devices).containsExactly(Device.cpu());
    assertThat(DeviceOption.best(devices)).isEmpty();
  }

  @Test
  void allAreThoseThatNobodyHasToName() {
    assertThat(RANKED).filteredOn(DeviceOption::isSlow).containsExactly(ORACLE, MESA, LLVMPIPE);
    // A slow name is no matter where Java does the work.
    assertThat(DeviceOption.isSlow(device(Kind.JAVA, "Java", "cpu of a clover field"))).isFalse();
    assertThat(new DeviceOption("all").devices())
        .contains(Device.cpu())
        .noneMatch(DeviceOption::isSlow);
    assertThat(new DeviceOption("cpu").devices()).containsExactly(Device.cpu());
  }

  @TableTest(
      """
                                 | true
      --device all               | true
      --binding lwjgl            | false
      --route fused              | false
      --device auto              | true
      --device auto --binding jocl | false
      --device auto --route fused | false
      --device cpu               | false
      """)
  void theUsualIsMeantWhereNothingIsAskedFor(String line, boolean usual) {
    String[] arguments = line == null ? new String[0] : line.split(" ");
    assertThat(parsed(arguments).meansUsual()).isEqualTo(usual);
  }

  @Test
  void autoIsPlainJavaUntilSomethingIsRecorded() {
    DeviceOption auto = new DeviceOption("auto");
    assertThat(auto.device()).isEqualTo(Device.cpu());
    try (Splitter splitter = auto.open();
        Residence residence = Residence.of(splitter)) {
      assertThat(residence).isInstanceOf(HostResidence.class);
    }
  }

  @Test
  void openClIsTheBestOfThoseThatAreHere() {
    DeviceOption openCl = new DeviceOption("opencl");
    Optional<Device> best = DeviceOption.best(Device.all());
    if (best.isPresent()) {
      assertThat(openCl.device()).isEqualTo(best.get());
    } else {
      refuses(openCl::device, "there is no OpenCL device; choose one of: cpu");
    }
  }
}
