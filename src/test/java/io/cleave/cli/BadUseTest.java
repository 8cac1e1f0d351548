package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.print.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bad use and bad input: exit code 2, one sentence, no stack trace, nothing written.
class BadUseTest {
  private static final String QKV =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy").toString();

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          split                                            | Missing required
          split IN                                         | Missing required
          split IN --axis 1                                | Missing required
          split IN --axis one --equal 2                    | Invalid value for option '--axis'
          split IN --axis 1 --equal 2 --chunks-of 3        | mutually exclusive
          split IN --axis 1 --axis 2 --equal 2             | should be specified only once
          split IN --axis 1 --lengths 4,x                  | is not a list of 64-bit numbers such as 4,-1,4
          split IN --axis 1 --lengths 4,,4                 | is not a list of 64-bit numbers
          split IN --axis 1 --lengths +4,8                 | is not a list of 64-bit numbers
          split IN --axis 1 --lengths=                     | lengths [] must sum to 12
          split IN --axis 1 --lengths 99999999999999999999 | is not a list of 64-bit numbers
          split IN --axis 1 --lengths 4,5                  | lengths [4, 5] must sum to 12
          split IN --axis 1 --lengths -1,-1                | only one can be the rest
          split IN --axis 1 --lengths 13,-1                | sum to at most 12
          split IN --axis 1 --lengths 14,-2                | must be 0 or more, or -1 once
          split IN --axis 3 --equal 2                      | axis 3 must lie in -3..2
          split IN --axis -9223372036854775808 --equal 2   | must lie in -3..2
          split IN --axis 1 --equal 5                      | 5 equal parts must divide 12
          split IN --axis 1 --equal 0                      | must be 1 or more, not 0
          split IN --axis 1 --nearly-equal 4611686018427387904 | at most 16777216 parts
          split IN --axis 1 --chunks-of 0                  | must be 1 or more long
          split IN --axis 1 --at 5,2                       | must not decrease
          split IN --axis 1 --equal 3 --names a,b          | 2 names are given
          split IN --axis 1 --equal 3 --names a,a,b        | given to two parts
          split IN --axis 1 --equal 3 --names a,../b,c     | path separator
          split IN --axis 1 --equal 3 --device h200        | no device matches "h200"
          split IN --axis 1 --equal 3 --frobnicate         | Unknown option: '--frobnicate'
          explain IN other.npy --axis 1 --equal 3          | Unmatched argument
          split IN --axis 1 --equal 3 --format hdf5        | format 'hdf5' is not known
          split IN --axis 1 --equal 3 --format npy --bundle | holds one tensor and no bundle
          split IN --axis 1 --equal 3 --compress           | only .npz files can be compressed
          split IN --axis 1 --equal 3 --memory 1MiB        | must be 16MiB or more
          split IN --axis 1 --equal 3 --memory much        | not a number of bytes
          split IN --axis 1 --equal 3 --tensor other       | other
          split nope.npy --axis 1 --equal 3                | does not exist
          split . --axis 1 --equal 3                       | folder
          explain --axis 1 --equal 3                       | Missing required
          explain --shape 3,4 --axis 1 --equal 2           | --type
          explain --type f32 --axis 1 --equal 2            | --shape
          bench --to f32                                   | a split of your own needs --shape, --type, --axis
          explain --shape 3,-4 --type f32 --axis 1 --equal 2 | dimension -4 must be 0 or more
          explain --shape 3,? --type f32 --axis 1 --equal 2 | not fully known
          explain --shape 3,4 --type f33 --axis 1 --equal 2 | element type "f33" is not known
          explain --shape 1099511627776,1099511627776 --type u1 --axis 1 --equal 2 | more than 9223372036854775807
          explain IN --shape 3,4 --type u1 --axis 1 --equal 2 | u1 [3, 4] takes 2 bytes, and dtype '<f4' [8, 12, 16] has 6144
          explain IN --axis 1 --equal 3 --tensor nope      | nope
          explain IN --axis 1 --equal 3 --names a,b        | 2 names are given
          explain IN --axis 1 --equal 3 --svg /nope/x.svg  | /nope/x.svg cannot be written; name a file in a folder
          explain IN --axis 1 --equal 3 --svg /            | / cannot be written
          explain IN --axis 1 --equal 3 --svg=             | cleave: "" cannot be written; name a file in a folder
          explain IN --axis 1 --equal 3 --ir=              | cleave: "" must end with .xml
          explain IN --axis 1 --equal 3 --ir model.bin     | model.bin must end with .xml
          explain IN --axis 1 --equal 3 --ir .xml          | .xml must end with .xml
          explain IN --axis 1 --equal 3 --ir /             | / must end with .xml
          explain IN --axis 1 --equal 3 --ir /nope/x.xml   | /nope/x.xml cannot be written; name a file in a folder
          verify --cases nope.jsonl                        | does not exist
          split @x.npy --axis 1 --equal 3                  | @x.npy does not exist
          verify --cases /dev/null                         | is no regular file
          explain IN --axis 0 --lengths ٤,٤                | is not a list of 64-bit numbers
          explain IN --axis 1 --equal 3 --device auto --route fused | has neither bindings nor routes
          explain IN --axis 1 --equal 3 --device auto --binding jocl | has neither bindings nor routes
          explain IN --axis 1 --equal 3 --device=          | no device matches ""
          verify --device nope                             | no device matches
          frobnicate                                       | Unmatched argument
          splt IN                                          | perhaps 'split' was meant; see 'cleave --help'
          split IN --axis 1 --lenghts 4,-1                 | '--lenghts'; perhaps '--lengths' was meant; see 'cleave split --help'
          """)
  void isRefusedWithOneSentence(String line, String reason) throws IOException {
    List<String> args = new ArrayList<>(Arrays.asList(line.strip().split("\\s+")));
    args.replaceAll(arg -> arg.equals("IN") ? QKV : arg);
    if (args.getFirst().equals("split")) {
      args.addAll(List.of("--out", folder.resolve("parts").toString()));
    }
    Cli run = Cli.run(args.toArray(String[]::new));
    assertThat(run.err()).startsWith("cleave: ").contains(reason);
    assertThat(run.err().strip().lines()).as(run.err()).hasSize(1);
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(everythingIn(folder)).isEmpty();
  }

  @Test
  void aFileThatIsNoArrayIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("x.npy"), "not an array");
    Cli run = Cli.run("split", file.toString(), "--axis", "0", "--equal", "1");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).startsWith("cleave: " + file + ": ").doesNotContain("Exception");
  }

  @Test
  void noCommandPrintsTheHelp() {
    Cli run = Cli.run();
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).startsWith("Usage: cleave").contains("verify");
  }

  private static List<Path> everythingIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
