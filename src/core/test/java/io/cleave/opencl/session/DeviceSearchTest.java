package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.spi.KnownDevice;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Searches among platforms and devices that are broken in every way.
class DeviceSearchTest {
  private static final int TYPE = 0x1000;
  private static final int MEM_BASE_ADDR_ALIGN = 0x1019;
  private static final int SINGLE_FP_CONFIG = 0x101B;
  private static final int ENDIAN_LITTLE = 0x1026;
  private static final int AVAILABLE = 0x1027;
  private static final int COMPILER_AVAILABLE = 0x1028;
  private static final int NAME = 0x102B;
  private static final int VERSION = 0x102F;
  private static final int HOST_UNIFIED_MEMORY = 0x1035;

  /// A question that this answers is refused.
  private static final Object REFUSED = new Object();

  /// A platform: its devices, each with its answers; or what it throws instead of listing them.
  private record Scripted(
      String name, List<Map<Integer, Object>> devices, @Nullable RuntimeException broken) {
    static Scripted of(String name, List<Map<Integer, Object>> devices) {
      return new Scripted(name, devices, null);
    }
  }

  /// A library that answers so.
  private static ClApi<?, ?> api(Scripted... platforms) {
    return (ClApi<?, ?>)
        Proxy.newProxyInstance(
            DeviceSearchTest.class.getClassLoader(),
            new Class<?>[] {ClApi.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "name" -> "script";
                  case "load" -> null;
                  case "clGetPlatformIDs" -> List.of(platforms);
                  case "clGetDeviceIDs" -> devices((Scripted) arguments[0]);
                  case "handle" -> platform(platforms, arguments[1]);
                  case "number", "text" -> answer(arguments[1], arguments[2]);
                  default -> InvocationHandler.invokeDefault(proxy, method, arguments);
                });
  }

  private static Scripted platform(Scripted[] platforms, Object device) {
    return Arrays.stream(platforms)
        .filter(platform -> platform.devices().stream().anyMatch(device::equals))
        .findFirst()
        .orElse(platforms[0]);
  }

  private static List<Map<Integer, Object>> devices(Scripted platform) {
    if (platform.broken() != null) {
      throw platform.broken();
    }
    return platform.devices();
  }

  private static Object answer(Object asked, Object question) {
    if (asked instanceof Scripted platform) {
      return platform.name();
    }
    Object answer = ((Map<?, ?>) asked).get(question);
    if (REFUSED.equals(answer)) {
      Failures.check("clGetDeviceInfo", -30);
    }
    return answer == null ? 4096L : answer;
  }

  private static Map<Integer, Object> device(String name, Object... questionsAndAnswers) {
    Map<Integer, Object> answers = new TreeMap<>();
    answers.put(NAME, name);
    answers.put(VERSION, "OpenCL 3.0 script");
    answers.put(TYPE, 1L << 2);
    for (int i = 0; i < questionsAndAnswers.length; i += 2) {
      answers.put((Integer) questionsAndAnswers[i], questionsAndAnswers[i + 1]);
    }
    return answers;
  }

  private static DeviceSearch search(Scripted... platforms) {
    return DeviceSearch.run(api(platforms));
  }

  @Test
  void noPlatform() {
    DeviceSearch search = search();
    assertThat(search.devices()).isEmpty();
    assertThat(search.obstacles())
        .singleElement()
        .asString()
        .startsWith("script: the OpenCL loader found no platform; ");
  }

  @Test
  void aBrokenPlatformDoesNotHideTheOthers() {
    var refusal = new FailedCallException("clGetDeviceIDs", -6, "listing 0 of them");
    var missing = new UnsupportedOperationException("no such function");
    DeviceSearch search =
        search(
            new Scripted("first", List.of(), refusal),
            new Scripted("second", List.of(), missing),
            Scripted.of("third", List.of()),
            Scripted.of("fourth", List.of(device("gpu"))));
    assertThat(search.obstacles())
        .extracting(Obstacle::what, Obstacle::cause)
        .containsExactly(
            tuple("first", refusal.getMessage()),
            tuple("second", missing.toString()),
            tuple("third", "the platform has no device"));
    assertThat(search.devices())
        .extracting(found -> found.device().platform())
        .containsExactly("fourth");
  }

  @Test
  void aBrokenDeviceDoesNotHideTheOthers() {
    DeviceSearch search =
        search(
            Scripted.of(
                "p",
                List.of(
                    device("a", AVAILABLE, 0L),
                    device("b", COMPILER_AVAILABLE, 0L),
                    device("c", VERSION, "OpenCL 1.1 old"),
                    device("d", NAME, REFUSED),
                    device("e", MEM_BASE_ADDR_ALIGN, REFUSED),
                    device("f", VERSION, "OpenCL 1.2 just enough"))));
    assertThat(search.obstacles())
        .extracting(Obstacle::what, Obstacle::cause)
        .containsExactly(
            tuple("a (p)", "the device is not available"),
            tuple("b (p)", "the device has no compiler"),
            tuple("c (p)", "kernels need OpenCL 1.2, the device has OpenCL 1.1 old"),
            tuple("device 3 (p)", refused(NAME)),
            tuple("device 4 (p)", refused(MEM_BASE_ADDR_ALIGN)));
    assertThat(search.devices()).extracting(found -> found.device().name()).containsExactly("f");
  }

  private static DeviceInfo only(Map<Integer, Object> device) {
    return search(Scripted.of("p", List.of(device))).devices().getFirst().facts();
  }

  @Test
  void factsAreInOurUnits() {
    DeviceInfo facts = only(device("gpu", MEM_BASE_ADDR_ALIGN, 1024L));
    assertThat(facts.baseAlignment()).as("bytes, not bits").isEqualTo(128);
    assertThat(facts.device())
        .isEqualTo(new KnownDevice(KnownDevice.Kind.GPU, "p", "gpu", 4096, 4096, 0));
    assertThat(facts.sharesMemory()).isTrue();
  }

  @Test
  void aGpuSharesMemoryIfItSaysSo() {
    for (Object answer : new Object[] {0L, REFUSED}) {
      assertThat(only(device("gpu", HOST_UNIFIED_MEMORY, answer)).sharesMemory()).isFalse();
      var cpu = device("cpu", TYPE, 2L, HOST_UNIFIED_MEMORY, answer);
      assertThat(only(cpu).sharesMemory()).as("a processor").isTrue();
    }
  }

  @Test
  void aProcessorMayBeTakenForAGpu() {
    var cpu = device("cpu", TYPE, 2L);
    assertThat(KnownDevice.kind(only(cpu).device())).isEqualTo(KnownDevice.Kind.CPU);
    DeviceInfo facts = PlatformUnderTest.asAGpu(() -> only(cpu));
    assertThat(KnownDevice.kind(facts.device())).isEqualTo(KnownDevice.Kind.GPU);
    assertThat(facts.isWorthProbing()).isFalse();
  }

  private static String refused(int question) {
    return "clGetDeviceInfo failed with CL_INVALID_VALUE (-30): asking for 0x%X on a device"
        .formatted(question);
  }

  @Test
  void aDeviceWithAnotherByteOrder() {
    long other = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 0 : 1;
    var odd = device("odd", ENDIAN_LITTLE, other);
    Scripted mixed = Scripted.of("Mixed", List.of(odd, device("usual")));
    DeviceSearch search = search(mixed);
    assertThat(search.devices())
        .extracting(one -> one.facts().device().name())
        .containsExactly("usual");
    String obstacle =
        "odd (Mixed): the device orders the bytes of a word differently than the host; use another"
            + " device";
    assertThat(search.obstacles()).singleElement().hasToString(obstacle);
    assertThatIllegalArgumentException()
        .as("a device that is given")
        .isThrownBy(() -> DeviceSearch.facts(api(mixed), odd))
        .withMessage(obstacle);
  }

  /// Subnormal numbers, infinities and rounding to nearest, or nothing.
  @Test
  void singlePrecision() {
    var exact = device("exact", SINGLE_FP_CONFIG, 7L);
    var flushing = device("flushing", SINGLE_FP_CONFIG, 6L);
    assertThat(search(Scripted.of("p", List.of(exact, flushing))).devices())
        .extracting(found -> found.facts().exactFloats())
        .containsExactly(true, false);
  }

  @Test
  void devicesThatAreAlikeAreCounted() {
    var first = device("gpu", AVAILABLE, 0L);
    var second = device("gpu", MEM_BASE_ADDR_ALIGN, 1024L);
    var third = device("gpu", MEM_BASE_ADDR_ALIGN, 2048L);
    Scripted platform = Scripted.of("Many", List.of(first, device("other"), second, third));
    assertThat(search(platform).devices())
        .extracting(found -> found.facts().device().toString().split(" \\(", 2)[0])
        .containsExactly("other", "gpu #1", "gpu #2");
    DeviceInfo facts = DeviceSearch.facts(api(platform), third);
    assertThat(facts).isEqualTo(search(platform).devices().getLast().facts());
    assertThat(DeviceSearch.facts(api(platform), device("part")))
        .as("in no list")
        .satisfies(part -> assertThat(part.device().toString()).doesNotContain("#"));
  }
}
