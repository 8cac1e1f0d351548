package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Device;
import io.cleave.Seeds;
import io.cleave.file.NaiveArray;
import io.cleave.file.NumPy;
import io.cleave.file.format.NpyBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Hundreds of random files through `cleave split`, against a look-up element by element, and
/// against NumPy.
class RandomSplitTest {
  private static final int FILES = 25;
  private static final List<String> DTYPES =
      List.of("|b1", "|i1", "<u2", ">u2", "<i4", ">f4", "<f8", ">i8", "|u1", "<f2");

  private static final String COMPARE =
      """
      import sys, numpy as np
      bad = checked = 0
      for line in open(sys.argv[1] + '/jobs'):
          name, axis, out, *lengths = line.split()
          a = np.load(f'{sys.argv[1]}/{name}.npy')
          cuts = np.cumsum([int(n) for n in lengths])[:-1]
          for i, want in enumerate(np.split(a, cuts, int(axis))):
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

  /// A file, and what is known of it without reading it.
  private record Input(String name, List<Long> shape, NaiveArray array) {}

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "pocl"})
  void everyPartIsRight(String device) throws IOException {
    boolean isThere = Device.all().stream().anyMatch(one -> one.platform().startsWith("Portable"));
    assumeTrue(isThere || device.equals("cpu"), "there is no device " + device);
    List<String> jobs = new ArrayList<>();
    for (long seed : Seeds.of(3, 100)) {
      jobs.addAll(splitGroup(seed, device));
    }
    NumPy.require();
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
    List<Input> inputs = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      Input input = write(random, axis, seed + "-" + i);
      inputs.add(input);
      command.add(folder.resolve(input.name + ".npy").toString());
    }
    Cli run = Cli.run(command.toArray(String[]::new));
    assertThat(run.code()).as("seed %s: %s", seed, run.err()).isZero();
    List<String> jobs = new ArrayList<>();
    for (Input input : inputs) {
      long[] lengths = lengths(input.shape.get(axis), parts);
      check(input, axis, lengths, out);
      jobs.add(
          Arrays.stream(lengths)
              .mapToObj(Long::toString)
              .collect(Collectors.joining(" ", input.name + " " + axis + " " + out + " ", "")));
    }
    return jobs;
  }

  private Input write(Random random, int axis, String name) throws IOException {
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
    Files.write(
        folder.resolve(name + ".npy"),
        NpyBytes.file(1, NpyBytes.text(descr, fortran, shape), data));
    return new Input(
        name,
        Arrays.stream(shape).boxed().toList(),
        new NaiveArray(shape, fortran, width, descr.startsWith(">"), data));
  }

  /// As `numpy.array_split` documents it: the first `extent % parts` ones have one more.
  private static long[] lengths(long extent, int parts) {
    long[] lengths = new long[parts];
    for (long i = 0; i < extent; i++) {
      lengths[(int) (i % parts)]++;
    }
    return lengths;
  }

  private void check(Input input, int axis, long[] lengths, String out) throws IOException {
    long start = 0;
    for (int i = 0; i < lengths.length; i++) {
      byte[] expected = input.array.part(axis, start, lengths[i]);
      byte[] file = Files.readAllBytes(folder.resolve(out).resolve(input.name + "." + i + ".npy"));
      assertThat(Arrays.copyOfRange(file, file.length - expected.length, file.length))
          .as("seed and file %s, %s axis %s part %s", input.name, input.shape, axis, i)
          .isEqualTo(expected);
      assertThat((file.length - expected.length) % 64).isZero();
      start += lengths[i];
    }
  }
}
