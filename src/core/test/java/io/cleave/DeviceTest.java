package io.cleave;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class DeviceTest {
  @Test
  void theCpuIsThereAndFirst() {
    Device cpu = Device.cpu();
    assertThat(Device.all()).first().isEqualTo(cpu);
    assertThat(Device.named("CPU")).isEqualTo(cpu);
    assertThat(cpu.isGpu()).isFalse();
    assertThat(cpu.platform()).startsWith("Java ");
    assertThat(cpu.computeUnits()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(cpu.memoryBytes()).isPositive();
  }

  @Test
  void theCpuHasAsManyThreadsAsAreAskedFor() {
    Device one = Device.cpu(1);
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 2, 3), 1, Cut.byLengths(1, 2));
    try (Splitter splitter = Splitter.open(one)) {
      assertThat(splitter.device()).isEqualTo(one);
      assertThat(splitter.explain(plan)).startsWith("route cpu (");
    }
    refuses(() -> Device.cpu(0), "threads must be 1 or more, not 0");
  }

  @Test
  void whatThereIsNotIsRefused() {
    refuses(
        () -> Splitter.open(Device.cpu(), Route.FUSED),
        "device cpu is plain Java, which has neither bindings nor routes");
    refuses(
        () -> Device.named("aba\ncus"),
        "no device or platform has \"aba?cus\" in its name; choose one of [cpu (Java ");
  }

  @Test
  @Tag("device")
  @ResourceLock(Resources.SYSTEM_PROPERTIES)
  void theBindingIsAProperty() {
    Device device = Device.all().getLast();
    try {
      System.setProperty("cleave.binding", "jocl");
      Splitter.open(device, Route.FUSED).close();
      System.setProperty("cleave.binding", "panama");
      refuses(
          () -> Splitter.open(device, Route.FUSED),
          "cleave.binding \"panama\" is not known; use one of auto lwjgl jocl");
    } finally {
      System.clearProperty("cleave.binding");
    }
  }
}
