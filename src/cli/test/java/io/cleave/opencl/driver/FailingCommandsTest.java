package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.cli.Cli;
import io.cleave.cli.print.ExitCode;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.LwjglApi;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands for which a device was named, whose driver refuses a call, and then goes on or not:
/// each does what it is for, or ends with the exit code for it and one sentence that names the call
/// and the device. No file is there that is not whole, and everything was given back.
@Tag("device")
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(1200)
class FailingCommandsTest {
  private static final String CASE =
      """
      {"id": "one", "origin": "test", "op": "VariadicSplit-1", "element_type": "f32", "shape": [6], \
      "data": "iota", "axis": {"value": 0, "type": "i64", "shape": []}, \
      "split_lengths": {"value": [2, 4], "type": "i64", "shape": [2]}, \
      "expect": {"shapes": [[2], [4]]}}\
      """;

  /// Where what `tune` finds is kept.
  private static final String RECORDS = "cleave.tuning.folder";

  private final Driver driver = new Driver();
  private final String before = System.getProperty(RECORDS, "");
  private final Map<String, Map<String, Integer>> whole = new TreeMap<>();
  private @Nullable Method run;
  private String device = "";
  private int folders;

  @TempDir private Path folder;

  @BeforeAll
  void load() throws ReflectiveOperationException {
    device = PlatformUnderTest.device(new LwjglApi()).facts().device().name();
    run =
        Interposed.program(driver).loadClass(Cli.class.getName()).getMethod("run", String[].class);
  }

  @BeforeEach
  void keepApart() {
    System.setProperty(RECORDS, folder.resolve("records").toString());
  }

  @AfterEach
  void restore() {
    System.setProperty(RECORDS, before);
  }

  /// Files of parts; one file, by a route that was asked for; other values, through the other
  /// binding; the way it would be; cases, of which each is tried though another fails; and a choice
  /// among candidates, of which one that fails is out.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "split IN --axis 1 --lengths 4,-1,4 --out ./out",
        "split IN --axis 2 --at 5 --route=fused --bundle --format=npz --out ./out",
        "split IN --axis 1 --equal 3 --to f16 --binding=jocl --out ./out",
        "explain IN --axis 1 --equal 3",
        "verify --cases ./cases.jsonl",
        "tune --shape=64,24 --type=f32 --axis=1 --equal=3 --seconds=0.5",
      })
  void tellOfEachCall(String command) throws Exception {
    List<String> calls = callsOf(command);
    // A choice makes thousands of calls that are alike.
    int most = command.startsWith("tune") ? 100 : Integer.MAX_VALUE;
    Random random = new Random(Seeds.one());
    List<Integer> numbers = IntStream.rangeClosed(1, calls.size()).boxed().toList();
    List<Integer> tried = sample(3, numbers, random);
    for (int call : tried.subList(0, Math.min(tried.size(), most))) {
      for (int status : sample(1, Statuses.of(calls.get(call - 1)), random)) {
        life(command, Fault.refused(call, status));
      }
      life(command, Fault.gone(call, -5));
    }
  }

  private List<String> callsOf(String command) throws Exception {
    // The first time devices are looked for, too, which is kept.
    life(command, null);
    whole.put(command, life(command, null));
    assertThat(driver.calls()).contains("clCreateContext", "clReleaseContext");
    return driver.calls();
  }

  private static <T> List<T> sample(int few, List<T> all, Random random) {
    List<T> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, Math.min(all.size(), Seeds.rounds(few, all.size())));
  }

  /// One command.
  ///
  /// @return the files that it left
  private Map<String, Integer> life(String command, @Nullable Fault fault) throws Exception {
    Path place = folder.resolve("place" + folders++);
    Path out = Files.createDirectories(place.resolve("out"));
    Files.writeString(place.resolve("cases.jsonl"), CASE);
    List<String> words = new ArrayList<>(List.of(Cli.words(place, command)));
    words.addAll(List.of("--device", device));
    driver.expect(fault);
    Cli said = said(words.toArray(String[]::new));
    String struck = driver.failed();
    driver.calm();
    String what = "%s at %s, %s: %s".formatted(fault, struck, command, said);
    Map<String, Integer> files = files(out);
    if (fault == null || said.code() == ExitCode.DONE) {
      assertThat(said.code()).as(what).isEqualTo(ExitCode.DONE);
      assertThat(said.err()).as(what).isEmpty();
      assertThat(files).as(what).containsAllEntriesOf(whole.getOrDefault(command, Map.of()));
    } else {
      if (Statuses.NOBODY.contains(fault.status()) && said.code() == ExitCode.BAD_INPUT) {
        requireMissed(said, what);
      } else {
        requireTold(said, Objects.requireNonNull(struck), what);
      }
      assertThat(whole.get(command)).as(what).containsAllEntriesOf(files);
    }
    assertThat(driver.live()).as(what).isEmpty();
    return files;
  }

  /// A device that is in no list any more is as one that never was.
  private void requireMissed(Cli said, String what) {
    assertThat(said.code()).as(what).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(said.err())
        .as(what)
        .isEqualTo("cleave: %s is not there any more; discover the devices again%n", device);
  }

  /// What failed first is told first; closing the device may fail, too, and is told after it.
  private void requireTold(Cli said, String struck, String what) {
    boolean isCase = said.out().contains(": failed: ");
    boolean isCheck = isCase && said.code() == ExitCode.CHECK_FAILED;
    assertThat(isCheck || said.code() == ExitCode.DEVICE_FAILED).as(what).isTrue();
    String told = isCase ? said.out() : said.err();
    assertThat(told.lines().findFirst().orElse("")).as(what).contains(struck, device);
    assertThat(said.err().lines())
        .as(what)
        .allMatch(line -> line.startsWith("cleave: "))
        .hasSizeLessThan(3);
    if (isCheck) {
      assertThat(said.out()).as(what).contains("0 passed, 1 failed\n");
      assertThat(said.err()).as(what).isEmpty();
    }
  }

  private Cli said(String... line) throws ReflectiveOperationException {
    Object said = Objects.requireNonNull(run).invoke(null, (Object) line);
    return new Cli(
        (int) component(said, "code"),
        (String) component(said, "out"),
        (String) component(said, "err"));
  }

  private static Object component(Object record, String name) throws ReflectiveOperationException {
    return record.getClass().getMethod(name).invoke(record);
  }

  private static Map<String, Integer> files(Path folder) throws IOException {
    Map<String, Integer> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.toList()) {
        files.put(file.getFileName().toString(), Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return files;
  }
}
