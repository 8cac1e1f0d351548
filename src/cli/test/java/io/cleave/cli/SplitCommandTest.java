package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.TableTest;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `cleave split` prints and writes when all is well, and what of many files when not all is.
class SplitCommandTest {
  @TempDir private Path folder;

  private Cli split(String options) {
    return Cli.run(folder, "split IN --out ./ " + options);
  }

  @Test
  void writesThePartsAndListsThem() {
    Cli run = split("--axis 1 --lengths 4,-1,2 --names q,k,v");
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().lines())
        .containsExactly(
            folder.resolve("qkv.q.npy") + "  f32 [8, 4, 16]  2048 bytes",
            folder.resolve("qkv.k.npy") + "  f32 [8, 6, 16]  3072 bytes",
            folder.resolve("qkv.v.npy") + "  f32 [8, 2, 16]  1024 bytes");
    assertThat(folder.resolve("qkv.k.npy")).hasSize(128 + 3072);
  }

  /// Negative numbers are plain arguments.
  @TableTest(
      """
      --axis -1 --lengths -1,2   | [8, 12, 14] | [8, 12, 2]
      --axis=-2 --at -1          | [8, 11, 16] | [8, 1, 16]
      --axis 0 --equal 2         | [4, 12, 16] | [4, 12, 16]
      --axis 0 --nearly-equal 3  | [3, 12, 16] | [2, 12, 16]
      --axis 0 --chunks-of 5     | [5, 12, 16] | [3, 12, 16]
      --axis 0 --at 1,3          | [1, 12, 16] | [5, 12, 16]
      --axis 0 --lengths 8,0     | [8, 12, 16] | [0, 12, 16]  0 bytes
      --axis -1 --equal 2 --crop 2:-1,:,-4: --verify | [5, 12, 2] | [5, 12, 2]
      --axis 1 --equal 3 --verify | [8, 4, 16] | [8, 4, 16]
      --axis 0 --equal 2 --verify --format npz | qkv.1.npz  qkv  f32 [4, 12, 16] | 3072 bytes
      """)
  void cutsInEveryWay(String options, String one, String other) {
    Cli run = split(options).succeeded();
    assertThat(run.out()).contains(one, other);
  }

  @Test
  void refusesToReplace() {
    assertThat(split("--axis 0 --equal 2").code()).isEqualTo(ExitCode.DONE);
    Cli second = split("--axis 0 --equal 2");
    second.refused("cleave: " + folder.resolve("qkv.0.npy") + ": it is there already", "--force");
    assertThat(second.out()).isEmpty();
    assertThat(split("--axis 0 --equal 2 --force").code()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void takesManyFilesAndGoesOnAfterAFailure() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.npy"), "no array");
    Path data = Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy");
    Path copy = Files.copy(data, folder.resolve("copy.npy"));
    Cli run = split("--axis 0 --equal 2 --json ./bad.npy ./copy.npy");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err().lines()).hasSize(1);
    List<JsonValue> parts = run.json().items();
    assertThat(parts).hasSize(5);
    assertThat(parts.get(1).require("file").asString()).endsWith("qkv.1.npy");
    JsonValue failed = parts.get(2);
    assertThat(failed.fields().keySet()).containsExactly("input", "problem");
    assertThat(failed.require("input").asString()).isEqualTo(bad.toString());
    assertThat(run.err())
        .startsWith("cleave: " + bad + ": ")
        .isEqualToIgnoringNewLines("cleave: " + failed.require("problem").asString());
    JsonValue last = parts.get(4);
    assertThat(last.require("input").asString()).isEqualTo(copy.toString());
    assertThat(last.require("tensor").asString()).isEqualTo("copy");
    assertThat(last.require("part").asLong()).isEqualTo(1);
    assertThat(last.require("bytes").asLong()).isEqualTo(3072);
  }
}
