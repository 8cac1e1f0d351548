package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.cli.Cli;
import io.cleave.cli.ExitCode;
import io.cleave.conformance.Trials;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.LwjglApi;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
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
  private final Driver driver = new Driver();
  private @Nullable Method run;
  private String device = "";
  private int lives;
  private int parts;

  @TempDir private Path folder;

  @BeforeAll
  void load() throws ReflectiveOperationException {
    device = PlatformUnderTest.device(new LwjglApi()).info().device().name();
    run =
        Interposed.program(driver).loadClass(Cli.class.getName()).getMethod("run", String[].class);
  }

  /// Files of parts; one file, by a route that was asked for; other values, through the other
  /// binding; the way it would be; and cases, of which each is tried though another fails.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "split IN --axis 1 --lengths 4,-1,4 --out ./out",
        "split IN --axis 2 --at 5 --route=fused --bundle --format=npz --out ./out",
        "split IN --axis 1 --equal 3 --to f16 --binding=jocl --out ./out",
        "explain IN --axis 1 --equal 3",
        "verify --cases ./cases.jsonl",
      })
  void tellOfEachCall(String command) throws Exception {
    // The first time devices are looked for, too, which is kept.
    life(command, null);
    parts = life(command, null);
    assertThat(driver.calls()).contains("clCreateContext", "clReleaseContext");
    List<Integer> calls =
        new ArrayList<>(IntStream.rangeClosed(1, driver.calls().size()).boxed().toList());
    Collections.shuffle(calls, new Random(Seeds.one()));
    for (int call : calls.subList(0, Seeds.rounds(3, calls.size()))) {
      life(command, Fault.refused(call, -5));
      life(command, Fault.gone(call, -5));
    }
  }

  /// One command.
  ///
  /// @return how many files it left
  private int life(String command, @Nullable Fault fault) throws Exception {
    Path place = folder.resolve("place" + lives++);
    Path out = Files.createDirectories(place.resolve("out"));
    Files.writeString(place.resolve("cases.jsonl"), Trials.GOOD);
    List<String> words = new ArrayList<>(List.of(Cli.words(place, command)));
    words.addAll(List.of("--device", device));
    driver.expect(fault);
    Cli said = said(words.toArray(String[]::new));
    String struck = driver.failed();
    driver.calm();
    String what = "%s at %s, %s: %s".formatted(fault, struck, command, said);
    int files = Objects.requireNonNull(out.toFile().list()).length;
    if (said.code() == ExitCode.DONE) {
      assertThat(said.err()).as(what).isEmpty();
      assertThat(fault == null || files == parts).as(what).isTrue();
    } else {
      requireTold(said, Objects.requireNonNull(struck, what), what);
      assertThat(files).as(what).isIn(0, parts);
    }
    assertThat(driver.live()).as(what).isEmpty();
    return files;
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
}
