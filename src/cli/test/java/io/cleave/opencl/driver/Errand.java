package io.cleave.opencl.driver;

import io.cleave.cli.print.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What the program is asked to do on a device whose driver fails.
enum Errand {
  /// Files of parts.
  SPLIT("split", data("qkv.npy"), "--axis", "1", "--lengths", "4,-1,4"),
  /// One file, by a route that was asked for.
  BUNDLE(
      "split",
      data("qkv.npy"),
      "--axis",
      "2",
      "--at",
      "5",
      "--route=fused",
      "--bundle",
      "--format=npz"),
  /// Other values, through the other binding.
  CONVERT("split", data("qkv.npy"), "--axis", "1", "--equal", "3", "--to", "f16", "--binding=jocl"),
  /// Which way it would be.
  EXPLAIN("explain", data("qkv.npy"), "--axis", "1", "--equal", "3"),
  /// Cases, of which each is tried though another fails.
  VERIFY("verify"),
  /// Who is fastest: a route that fails is out, and the others race on.
  TUNE("tune", "--shape=64,24", "--type=f32", "--axis=1", "--equal=3", "--seconds=0.5");

  @SuppressWarnings("ImmutableEnumChecker") // a list that nobody can change
  private final List<String> words;

  Errand(String... words) {
    this.words = List.of(words);
  }

  private static String data(String name) {
    return Path.of(System.getProperty("cleave.basedir"), "test-data", name).toString();
  }

  /// The command line.
  ///
  /// @param out where files go
  /// @param cases conformance cases
  String[] line(String device, Path out, Path cases) {
    List<String> line = new ArrayList<>(words);
    line.addAll(List.of("--device", device));
    switch (this) {
      case SPLIT, BUNDLE, CONVERT -> line.addAll(List.of("--out", out.toString()));
      case VERIFY -> line.addAll(List.of("--cases", cases.toString()));
      case EXPLAIN, TUNE -> {}
    }
    return line.toArray(String[]::new);
  }

  /// Of how many of its calls each is refused at most: a race makes thousands that are alike.
  int mostCalls() {
    return this == TUNE ? 100 : Integer.MAX_VALUE;
  }

  /// The exit codes that may tell of a driver's failure.
  List<Integer> failed() {
    return this == VERIFY
        ? List.of(ExitCode.CHECK_FAILED, ExitCode.DEVICE_FAILED)
        : List.of(ExitCode.DEVICE_FAILED);
  }
}
