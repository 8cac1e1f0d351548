package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.FileSplitter;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// NumPy itself writes the files, splits them too, and compares.
@Timeout(300)
class NumPyTest {
  private static final String WRITE =
      """
      import sys, numpy as np
      def write(name, a, version):
          with open(f'{sys.argv[1]}/{name}.npy', 'wb') as f:
              np.lib.format.write_array(f, a, version)
      rng = np.random.default_rng(7)
      codes = 'b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8'.split()
      shapes = [(4, 5, 6), (7,), (3, 8), (0, 3), (2, 0, 2), (2, 1, 3, 2)]
      for code in codes:
          for sign in '<>':
              for order in 'CF':
                  for k, shape in enumerate(shapes):
                      n = int(np.prod(shape)) * np.dtype(code).itemsize
                      raw = rng.integers(0, 2 if code == 'b1' else 256, n, dtype='u1')
                      a = raw.view(sign + code).reshape(shape, order=order)
                      write(f'{code}{"le" if sign == "<" else "be"}{order}{k}', a, (1 + k % 3, 0))
      """;

  private static final String COMPARE =
      """
      import sys, io, numpy as np
      grown = hasattr(np.lib.format, 'GROWTH_AXIS_MAX_DIGITS')
      bad = checked = 0
      for line in open(sys.argv[1] + '/jobs'):
          name, axis, *lengths = line.split()
          axis, lengths = int(axis), [int(n) for n in lengths]
          a = np.load(f'{sys.argv[1]}/{name}.npy')
          for i, want in enumerate(np.split(a, np.cumsum(lengths)[:-1], axis)):
              file = f'{sys.argv[1]}/parts/{name}-{axis}.{i}.npy'
              part = np.load(file)
              little = a.dtype.newbyteorder('<')
              good = part.dtype == little and part.shape == want.shape
              good &= part.tobytes() == want.astype(little).tobytes()
              good &= np.load(file, mmap_mode='r').shape == want.shape if part.size else True
              if a.flags.c_contiguous:
                  saved = io.BytesIO()
                  np.save(saved, np.ascontiguousarray(want.astype(little)))
                  good &= not grown or saved.getvalue() == open(file, 'rb').read()
              else:
                  good &= part.flags.f_contiguous
              checked += 1
              if not good:
                  bad += 1
                  print('differs:', name, a.shape, axis, lengths, i, part.dtype, part.shape)
      print(f'{checked} checked, {bad} differ')
      """;

  @TempDir Path folder = Path.of("");

  @BeforeEach
  void requireNumPy() {
    NumPy.require();
  }

  @Test
  void agreesWithNumPy() throws IOException {
    assertThat(NumPy.run(WRITE, folder.toString())).isEmpty();
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.sorted().toList();
    }
    assertThat(files).hasSize(12 * 2 * 2 * 6);
    List<String> jobs = new ArrayList<>();
    for (Path file : files) {
      jobs.addAll(splitAlongEveryAxis(file));
    }
    Files.write(folder.resolve("jobs"), jobs);
    assertThat(NumPy.run(COMPARE, folder.toString())).matches("\\d{4} checked, 0 differ\n");
  }

  private List<String> splitAlongEveryAxis(Path file) throws IOException {
    List<String> jobs = new ArrayList<>();
    String stem = StoredTensor.nameFrom(file);
    try (var splitter = new PlainSplitter()) {
      StoredTensor data = Opened.first(file);
      for (int axis = 0; axis < data.layout().shape().rank(); axis++) {
        SplitPlan plan = SplitPlan.of(data.layout().plain(), axis, Cut.nearlyEqual(3));
        Path parts = folder.resolve("parts");
        Opened.write(
            new FileSplitter(splitter).inWindowsOf(64),
            data,
            plan,
            Opened.numbered(parts, stem + "-" + axis, 3));
        jobs.add(
            Arrays.stream(plan.lengths())
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" ", stem + " " + axis + " ", "")));
      }
    }
    return jobs;
  }
}
