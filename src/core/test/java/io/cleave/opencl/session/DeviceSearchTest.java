package io.cleave.opencl.session;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.lwjgl.opencl.CL10.CL_DEVICE_AVAILABLE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_COMPILER_AVAILABLE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_ENDIAN_LITTLE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_MEM_BASE_ADDR_ALIGN;
import static org.lwjgl.opencl.CL10.CL_DEVICE_NAME;
import static org.lwjgl.opencl.CL10.CL_DEVICE_SINGLE_FP_CONFIG;
import static org.lwjgl.opencl.CL10.CL_DEVICE_TYPE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_VERSION;
import static org.lwjgl.opencl.CL10.CL_DRIVER_VERSION;
import static org.lwjgl.opencl.CL11.CL_DEVICE_HOST_UNIFIED_MEMORY;

import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.spi.KnownDevice;
import io.cleave.spi.KnownDevice.Kind;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Searches among platforms and devices that are broken in every way.
class DeviceSearchTest {
  private final FailedCallException refused = new FailedCallException("clGetDeviceInfo", -30);

  /// Answers of a device to questions; an exception is thrown.
  private record Answers(Map<Integer, Object> all) {}

  /// A platform, its devices, and an exception that it throws instead of listing them.
  private record Platform(String name, List<Answers> devices, @Nullable RuntimeException broken) {}

  private static Platform platform(String name, Answers... devices) {
    return new Platform(name, List.of(devices), null);
  }

  private static Answers device(String name, Object... questionsAndAnswers) {
    Map<Integer, Object> answers = new TreeMap<>();
    answers.put(CL_DEVICE_NAME, name);
    answers.put(CL_DEVICE_VERSION, "OpenCL 3.0 script");
    answers.put(CL_DRIVER_VERSION, "1.0");
    answers.put(CL_DEVICE_TYPE, 1L << 2);
    for (int i = 0; i < questionsAndAnswers.length; i += 2) {
      answers.put((Integer) questionsAndAnswers[i], questionsAndAnswers[i + 1]);
    }
    return new Answers(answers);
  }

  private static String refusal(int question) {
    return "clGetDeviceInfo failed with CL_INVALID_VALUE (-30): asking for 0x%X on a device"
        .formatted(question);
  }

  /// A library that answers so.
  private static ClApi<?, ?> api(Platform... platforms) {
    return (ClApi<?, ?>)
        Proxy.newProxyInstance(
            DeviceSearchTest.class.getClassLoader(),
            new Class<?>[] {ClApi.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "binding" -> Binding.LWJGL;
                  case "load" -> null;
                  case "clGetPlatformIDs" -> List.of(platforms);
                  case "clGetDeviceIDs" -> devices((Platform) arguments[0]);
                  case "handle" -> platforms[0];
                  case "number", "text" -> answer(arguments[1], (int) arguments[2]);
                  default -> InvocationHandler.invokeDefault(proxy, method, arguments);
                });
  }

  private static List<Answers> devices(Platform platform) {
    if (platform.broken() != null) {
      throw platform.broken();
    }
    return platform.devices();
  }

  private static Object answer(Object asked, int question) {
    Object answer =
        asked instanceof Platform platform
            ? platform.name()
            : ((Answers) asked).all().getOrDefault(question, 4096L);
    if (answer instanceof RuntimeException exception) {
      throw exception;
    }
    return answer;
  }

  private static DeviceSearch search(Platform... platforms) {
    return DeviceSearch.run(api(platforms));
  }

  /// Without files of drivers that nothing has loaded yet.
  private static List<String> obstacles(DeviceSearch search) {
    return search.obstacles().stream()
        .filter(obstacle -> !obstacle.what().endsWith(".icd"))
        .map(obstacle -> "%s: %s".formatted(obstacle.what(), obstacle.cause()))
        .toList();
  }

  private static List<String> names(DeviceSearch search) {
    return search.devices().stream()
        .map(found -> found.device().toString().split(" \\(", 2)[0])
        .toList();
  }

  private static DeviceInfo only(Answers device) {
    return search(platform("p", device)).devices().getFirst().info();
  }

  @Test
  void brokenPlatformsDoNotHideOthers() {
    assertThat(obstacles(search())).containsExactly("OpenCL: the loader found no platform");
    var failed = new FailedCallException("clGetDeviceIDs", -6, "listing 0 of them");
    var missing = new UnsupportedOperationException("no such function");
    DeviceSearch search =
        search(
            new Platform("first", List.of(), failed),
            new Platform("second", List.of(), missing),
            platform("third"),
            platform("fourth", device("gpu")));
    assertThat(obstacles(search))
        .containsExactly(
            "first: " + failed.getMessage(),
            "second: " + missing,
            "third: the platform has no device");
    assertThat(names(search)).containsExactly("gpu");
  }

  @Test
  void brokenDevicesDoNotHideOthers() {
    long other = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 0 : 1;
    Answers odd = device("g", CL_DEVICE_ENDIAN_LITTLE, other);
    Platform platform =
        platform(
            "p",
            device("a", CL_DEVICE_AVAILABLE, 0L),
            device("b", CL_DEVICE_COMPILER_AVAILABLE, 0L),
            device("c", CL_DEVICE_VERSION, "OpenCL 1.1 old"),
            device("d", CL_DEVICE_NAME, refused),
            device("e", CL_DEVICE_MEM_BASE_ADDR_ALIGN, refused),
            odd,
            device("f", CL_DEVICE_VERSION, "OpenCL 1.2 just enough"));
    String order = "g (p): the device orders the bytes of a word differently than the host";
    assertThat(obstacles(search(platform)))
        .containsExactly(
            "a (p): the device is not available",
            "b (p): the device has no compiler",
            "c (p): kernels need OpenCL 1.2, the device has OpenCL 1.1 old",
            "device 3 (p): " + refusal(CL_DEVICE_NAME),
            "device 4 (p): " + refusal(CL_DEVICE_MEM_BASE_ADDR_ALIGN),
            order);
    assertThat(names(search(platform))).containsExactly("f");
    // A device that is given.
    refuses(() -> DeviceSearch.info(api(platform), odd), order + "; use another device");
  }

  @Test
  void infoIsInOurUnits() {
    DeviceInfo info = only(device("gpu", CL_DEVICE_MEM_BASE_ADDR_ALIGN, 1024L));
    assertThat(info.baseAlignment()).as("bytes, not bits").isEqualTo(128);
    assertThat(info.device()).isEqualTo(new KnownDevice(Kind.GPU, "p", "gpu", 4096, 4096, 0));
    assertThat(info.sharesMemory()).isTrue();
    for (Object answer : new Object[] {0L, refused}) {
      assertThat(only(device("gpu", CL_DEVICE_HOST_UNIFIED_MEMORY, answer)).sharesMemory())
          .isFalse();
      Answers cpu = device("cpu", CL_DEVICE_TYPE, 2L, CL_DEVICE_HOST_UNIFIED_MEMORY, answer);
      assertThat(only(cpu).sharesMemory()).as("a processor").isTrue();
    }
    assertThat(only(device("keeps subnormals", CL_DEVICE_SINGLE_FP_CONFIG, 7L)).exactFloats())
        .isTrue();
    assertThat(only(device("flushes them", CL_DEVICE_SINGLE_FP_CONFIG, 6L)).exactFloats())
        .isFalse();
  }

  @Test
  void aProcessorMayBeTakenForAGpu() {
    Answers cpu = device("cpu", CL_DEVICE_TYPE, 2L);
    assertThat(KnownDevice.kind(only(cpu).device())).isEqualTo(Kind.CPU);
    DeviceInfo info = PlatformUnderTest.asAGpu(() -> only(cpu));
    assertThat(KnownDevice.kind(info.device())).isEqualTo(Kind.GPU);
    assertThat(info.isWorthProbing()).isFalse();
  }

  @Test
  void devicesThatAreAlikeAreCounted() {
    Answers last = device("gpu", CL_DEVICE_MEM_BASE_ADDR_ALIGN, 2048L);
    Platform platform =
        platform(
            "p",
            device("gpu", CL_DEVICE_AVAILABLE, 0L),
            device("other"),
            device("gpu", CL_DEVICE_MEM_BASE_ADDR_ALIGN, 1024L),
            last);
    DeviceSearch search = search(platform);
    assertThat(names(search)).containsExactly("other", "gpu #1", "gpu #2");
    assertThat(DeviceSearch.info(api(platform), last)).isEqualTo(search.devices().getLast().info());
    assertThat(DeviceSearch.info(api(platform), device("part")).device().toString())
        .as("in no list")
        .doesNotContain("#");
  }
}
