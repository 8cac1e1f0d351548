package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import io.cleave.file.NumPy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
      import sys, numpy as np
      f, d = np.float32, np.float64
      x = np.load(sys.argv[1] + '.npy')
      expected = eval(sys.argv[3])
      for i, e in enumerate(expected):
          y = np.load(f'{sys.argv[2]}.{i}.npy')
          assert y.dtype == e.dtype and y.shape == e.shape, (y.dtype, y.shape, e.dtype, e.shape)
          assert y.flags.f_contiguous == x.flags.f_contiguous
          assert y.tobytes('A') == e.tobytes('A'), (y, e)
      print(len(expected))
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
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
          """)
  void numPySaysTheSame(String input, String options, String expected) throws IOException {
    NumPy.require();
    NumPy.run(WRITE, folder.toString());
    Path file = folder.resolve(input + ".npy");
    Path out = folder.resolve("out");
    List<String> args =
        new ArrayList<>(List.of("split", file.toString(), "--axis", "-1", "--equal", "3"));
    args.addAll(Arrays.asList(options.strip().split(" +")));
    args.addAll(List.of("--verify", "--device", "cpu", "--out", out.toString()));
    Cli run = Cli.run(args.toArray(String[]::new));
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
    String stem = folder.resolve(input).toString();
    assertThat(NumPy.run(COMPARE, stem, out.resolve(input).toString(), expected)).isEqualTo("3\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --scale 2                               | --scale needs the type that the values become; add --to f32
          --normalize imagenet                    | --normalize needs the type that the values become; add --to f32
          --to f33                                | element type "f33" is not known
          --to u32                                | nothing is converted to u32
          --to u8                                 | are converted to u8, not u16
          --to f64 --scale 2                      | only a cast goes to f64
          --to f32 --scale 2 --dequantize 1       | --scale and --dequantize are two rules, and a conversion has one; leave out
          --to f32 --bias 2 --mean 1              | --bias and --mean are two rules
          --to f32 --normalize imagenet --std 1   | leave it out, or --std
          --to f32 --normalize half --mean 1      | leave it out, or --mean
          --to f32 --normalize voc                | --normalize 'voc' is not known; use one of imagenet inception half
          --to f32 --scale 1,2                    | this one has 2, the plan has 3 parts
          --to f32 --mean 1,2                     | this one has 2, the plan has 3 parts
          --to f32 --mean 1,2,3 --std 1,2         | means and deviations come in pairs; there are 3 and 2
          --to f32 --std 0                        | must be finite
          --to f32 --max 1,2                      | --max is one number for all parts
          --to f32 --scale 1e99                   | scale must be finite
          --to f32 --scale 1,,2                   | "1,,2" is not a list such as 0.5,1,2e-3
          --to f32 --scale 0x1p3                  | is not a list such as
          --to f32 --dequantize 1:x               | "1:x" is not a list such as 0.02:128,0.1
          --stack 0 --join 1                      | leave out the one or the other
          --order 1,0                             | --order is that of the parts in one tensor; add --stack or --join
          --stack 0 --order 1,x                   | --order has 'x', which is no part; give their numbers from 0
          --stack 0 --names r,g,b --order a       | they are r, g, b
          --stack 0 --order 0,3                   | part 3 does not exist
          --stack 0 --order 0,0                   | a part is stacked once
          --stack 9                               | axis 9 must lie in
          --to f32 --dequantize 1:70000           | a zero point of u16 is in 0..65535, not 70000
          """)
  void badUseIsRefused(String options, String reason) throws IOException {
    Path file = Files.write(folder.resolve("x.raw"), new byte[12]);
    List<String> args =
        new ArrayList<>(List.of("split", file.toString(), "--type", "u16", "--shape", "2,3"));
    args.addAll(List.of("--axis", "1", "--equal", "3", "--out", folder.resolve("o").toString()));
    args.addAll(Arrays.asList(options.strip().split(" +")));
    Cli run = Cli.run(args.toArray(String[]::new));
    assertThat(run.err()).startsWith("cleave: ").contains(reason);
    assertThat(run.err().strip().lines()).hasSize(1);
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(folder.resolve("o")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rgb     | --stack 1                  | stacked | x.transpose(0, 3, 1, 2)
          fortran | --stack -3 --order 2,1,0   | stacked | x[..., ::-1].transpose(0, 3, 1, 2)
          rgb     | --join -1 --order 0,2      | joined  | x[..., [0, 2]]
          rgb     | --join 1                   | joined  | np.concatenate([x[..., i:i+1] for i in range(3)], 1)
          deep    | --to f32 --stack 0         | stacked | x.transpose(2, 0, 1).astype('f4')
          rgb     | --to f32 --scale 1,2 --join 3 --names r,g,b --order b,r | joined | (x[..., [2, 0]] * np.array([2., 1.])).astype('f4')
          """)
  void numPyStacksTheSame(String input, String options, String way, String expected)
      throws IOException {
    NumPy.require();
    NumPy.run(WRITE, folder.toString());
    Path file = folder.resolve(input + ".npy");
    List<String> args =
        new ArrayList<>(List.of("split", file.toString(), "--axis", "-1", "--equal", "3"));
    args.addAll(Arrays.asList(options.strip().split(" +")));
    args.addAll(List.of("--verify", "--device", "cpu", "--out", folder.toString()));
    Cli run = Cli.run(args.toArray(String[]::new));
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
    Path result = folder.resolve(input + "." + way + ".npy");
    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.out()).startsWith(result.toString());
    String script =
        """
        import sys, numpy as np
        x, y = np.load(sys.argv[1]), np.load(sys.argv[2])
        e = eval(sys.argv[3])
        assert y.dtype == e.dtype.newbyteorder('<') and y.shape == e.shape, (y.dtype, y.shape)
        assert y.flags.f_contiguous == x.flags.f_contiguous
        assert (y == e).all()
        print('same')
        """;
    assertThat(NumPy.run(script, file.toString(), result.toString(), expected)).isEqualTo("same\n");
  }

  @Test
  void theLargestValueOfATypeMayBeUnknown() throws IOException {
    Path file = Files.write(folder.resolve("x.raw"), new byte[6]);
    List<String> args =
        List.of(
            "split",
            file.toString(),
            "--type",
            "i8",
            "--shape",
            "2,3",
            "--axis",
            "1",
            "--equal",
            "3",
            "--to",
            "f32",
            "--mean",
            "0.5",
            "--out",
            folder.toString());
    Cli run = Cli.run(args.toArray(String[]::new));
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("what of i8 becomes 1 is not known; add --max");
  }
}
