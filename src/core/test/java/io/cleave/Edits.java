package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

/// Changes texts, such as models and cases that tests make wrong in one place.
public final class Edits {
  private Edits() {}

  /// The text with the first of each text replaced.
  ///
  /// @param edits `text -> other text ;; text -> other text`; none if it is empty
  public static String apply(String text, String edits) {
    String edited = text;
    for (String edit : edits.isEmpty() ? new String[0] : edits.split(" ;; ", -1)) {
      String[] texts = edit.split(" -> ?", 2);
      int at = edited.indexOf(texts[0]);
      assertThat(at).as("%s in %s", texts[0], edited).isNotNegative();
      edited = edited.substring(0, at) + texts[1] + edited.substring(at + texts[0].length());
    }
    return edited;
  }
}
