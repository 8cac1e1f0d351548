package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.TableTest;
import io.cleave.file.NumPy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/// The options of `cleave split` that convert: what NumPy says of the files, and what is refused.
class ConvertCommandTest {
  private static final String WRITE =
      """
      import sys, numpy as np
      rng = np.random.default_rng(3)
      def save(name, a): np.save(f'{sys.argv[1]}/{name}.npy', a)
      save('rgb', rng.integers(0, 256, (2, 5, 7, 3), dtype='u1'))
      save('fortran', np.asfortranarray(rng.integers(0, 256, (2, 5, 7, 3), dtype='u1')))
      save('deep', rng.integers(0, 65536, (4, 6, 3)).astype('>u2'))
      save('real', rng.standard_normal((4, 6, 3)).astype('f4') * 300)
      save('byte', rng.integers(-128, 128, (4, 6, 3), dtype='i1'))
      """;

  /// A scale and a bias are those of single precision; a sum of doubles is exact for 16 bits, so
  /// that one rounding is what fma has.
  private static final String COMPARE =
      """
      import glob, sys, numpy as np
      f, d = np.float32, np.float64
      x = np.load(sys.argv[1] + '.npy')
      expected = eval(sys.argv[3])
      made = [np.load(name) for name in sorted(glob.glob(sys.argv[2] + '.*.npy'))]
      assert len(made) == len(expected)
      for y, e in zip(made, expected):
          e = e.astype(e.dtype.newbyteorder('<'))
          assert y.dtype == e.dtype and y.shape == e.shape, (y.dtype, y.shape, e.dtype, e.shape)
          assert y.flags.f_contiguous == x.flags.f_contiguous
          assert y.tobytes() == e.tobytes(), (y, e)
      print(len(made))
      """;

  @TempDir private static Path arrays;
  @TempDir private Path folder;

  @BeforeAll
  static void write() throws IOException {
    NumPy.require();
    NumPy.run(WRITE, arrays.toString());
  }

  @TableTest(
      """
      rgb     | --to f32                         | [x[..., i:i+1].astype('f4') for i in range(3)]
      fortran | --to f16 --scale 0.1             | [(x[..., i:i+1] * d(f(0.1))).astype('f4').astype('f2') for i in range(3)]
      rgb     | --to f32 --scale 1,2,3 --bias .5 | [(x[..., i:i+1] * d(i + 1) + .5).astype('f4') for i in range(3)]
      rgb     | --to f32 --normalize imagenet    | [(x[..., i:i+1] * d(f(1 / (255 * s))) + d(f(-m / s))).astype('f4') for i, (m, s) in enumerate([(.485, .229), (.456, .224), (.406, .225)])]
      fortran | --to f32 --normalize half        | [(x[..., i:i+1] * d(f(1 / 127.5)) - 1).astype('f4') for i in range(3)]
      deep    | --to f32 --mean 0.5              | [(x[..., i:i+1] * d(f(1 / 65535)) - .5).astype('f4') for i in range(3)]
      deep    | --to f32 --max 1000              | [(x[..., i:i+1] * d(f(1 / 1000))).astype('f4') for i in range(3)]
      deep    | --to f64                         | [x[..., i:i+1].astype('f8') for i in range(3)]
      real    | --to u8                          | [np.clip(np.rint(x[..., i:i+1]), 0, 255).astype('u1') for i in range(3)]
      real    | --to f32 --std 2                 | [x[..., i:i+1] / f(2) for i in range(3)]
      byte    | --to f32 --dequantize .5:3,2,.25 | [((x[..., i:i+1].astype('i4') - z) * f(s)).astype('f4') for i, (s, z) in enumerate([(.5, 3), (2, 0), (.25, 0)])]
      rgb     | --stack 1 | [x.transpose(0, 3, 1, 2)]
      fortran | --stack -3 --order 2,1,0 | [x[..., ::-1].transpose(0, 3, 1, 2)]
      rgb     | --join -1 --order 0,2 | [x[..., [0, 2]]]
      rgb     | --join 1 | [np.concatenate([x[..., i:i+1] for i in range(3)], 1)]
      deep    | --to f32 --stack 0 | [x.transpose(2, 0, 1).astype('f4')]
      rgb     | --to f32 --scale 1,2 --join 3 --names r,g,b --order b,r | [(x[..., [2, 0]] * np.array([1., 2.])).astype('f4')]
      """)
  void numPySaysTheSame(String input, String options, String expected) throws IOException {
    Files.copy(arrays.resolve(input + ".npy"), folder.resolve(input + ".npy"));
    Cli run =
        Cli.run(
            folder,
            "split ./%s.npy --axis -1 --equal 3 --verify --device cpu --out ./out %s"
                .formatted(input, options));
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
    String name =
        options.contains("--stack") ? "stacked" : options.contains("--join") ? "joined" : "0";
    String out = folder.resolve("out").resolve(input).toString();
    assertThat(run.out()).startsWith(out + "." + name + ".npy");
    String files = NumPy.run(COMPARE, folder.resolve(input).toString(), out, expected);
    assertThat(run.out().lines()).hasSize(Integer.parseInt(files.strip()));
  }
}
