package io.cleave.file.format;

import java.util.LinkedHashMap;
import java.util.Map;

/// Two arrays, as members of archives.
final class Members {
  static final byte[] FLOATS =
      NpyBytes.file(1, NpyBytes.text("<f4", false, 2, 3), NpyBytes.data(24));
  static final byte[] SHORTS =
      NpyBytes.file(2, NpyBytes.text(">i2", true, 70, 1000), NpyBytes.data(140_000));

  private Members() {}

  static Map<String, byte[]> two() {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("a.npy", FLOATS);
    members.put("b.npy", SHORTS);
    return members;
  }
}
