package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Device;
import io.cleave.Seeds;
import io.cleave.file.NumPy;
import io.cleave.file.format.NpyBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Hundreds of random files through `cleave split`, against NumPy.
class RandomSplitTest {
  private static final int FILES = 25;
  private static final List<String> DTYPES =
      List.of("|b1", "|i1", "<u2", ">u2", "<i4", ">f4", "<f8", ">i8", "|u1", "<f2");

  private static final String COMPARE =
      """
      import sys, numpy as np
      bad = checked = 0
      for line in open(sys.argv[1] + '/jobs'):
          name, axis, out, parts = line.split()
          a = np.load(f'{sys.argv[1]}/{name}.npy')
          for i, want in enumerate(np.array_split(a, int(parts), int(axis))):
              part = np.load(f'{sys.argv[1]}/{out}/{name}.{i}.npy')
              good = part.dtype == a.dtype.newbyteorder('<') and part.shape == want.shape
              good &= part.tobytes('A') == want.astype(part.dtype).tobytes('A')
              checked += 1
              if not good:
                  bad += 1
                  print('differs:', line, i, a.dtype, a.shape, part.dtype, part.shape)
      print(f'{checked} checked, {bad} differ')
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "pocl"})
  void everyPartIsRight(String device) throws IOException {
    boolean isThere = Device.all().stream().anyMatch(one -> one.platform().startsWith("Portable"));
    assumeTrue(isThere || device.equals("cpu"), "there is no device " + device);
    NumPy.require();
    List<String> jobs = new ArrayList<>();
    for (long seed : Seeds.of(3, 100)) {
      jobs.addAll(splitGroup(seed, device));
    }
    Files.write(folder.resolve("jobs"), jobs);
    assertThat(NumPy.run(COMPARE, folder.toString())).matches("[1-9]\\d* checked, 0 differ\n");
  }

  /// One command for many files of different types and shapes, which share their axis and cut.
  private List<String> splitGroup(long seed, String device) throws IOException {
    Random random = new Random(seed);
    int axis = random.nextInt(3);
    int parts = 1 + random.nextInt(random.nextInt(4) == 0 ? 70 : 6);
    String out = "out" + seed;
    List<String> command = new ArrayList<>(List.of("split", "--device", device, "--out"));
    command.add(folder.resolve(out).toString());
    command.addAll(List.of("--axis", "" + axis, "--nearly-equal", "" + parts));
    List<String> jobs = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      String name = seed + "-" + i;
      command.add(write(random, axis, name).toString());
      jobs.add("%s %s %s %s".formatted(name, axis, out, parts));
    }
    Cli run = Cli.run(command.toArray(String[]::new));
    assertThat(run.code()).as("seed %s: %s", seed, run.err()).isZero();
    return jobs;
  }

  private Path write(Random random, int axis, String name) throws IOException {
    long[] shape = new long[axis + 1 + random.nextInt(3)];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(i == axis ? 90 : 9);
    }
    String descr = DTYPES.get(random.nextInt(DTYPES.size()));
    int width = descr.charAt(2) - '0';
    boolean fortran = random.nextInt(3) == 0;
    byte[] data = new byte[(int) Arrays.stream(shape).reduce(width, (a, b) -> a * b)];
    random.nextBytes(data);
    if (descr.equals("|b1")) {
      for (int i = 0; i < data.length; i++) {
        data[i] &= 1;
      }
    }
    return Files.write(
        folder.resolve(name + ".npy"),
        NpyBytes.file(1, NpyBytes.text(descr, fortran, shape), data));
  }
}
