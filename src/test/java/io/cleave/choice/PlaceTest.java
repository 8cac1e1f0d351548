package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Warnings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// Settings that are no paths, as one with characters is that the locale does not have.
@ResourceLock(Resources.SYSTEM_PROPERTIES)
@ResourceLock(Resources.SYSTEM_ERR)
class PlaceTest {
  private static final String NO_PATH = "/tmp/\0";
  private static final String HOME = "user.home";

  private final @Nullable String told = System.getProperty(Place.PROPERTY);
  private final String home = System.getProperty(HOME);

  @AfterEach
  void restore() {
    System.setProperty(HOME, home);
    if (told == null) {
      System.clearProperty(Place.PROPERTY);
    } else {
      System.setProperty(Place.PROPERTY, told);
    }
  }

  @Test
  void aFolderThatIsNoPathHoldsNothing() {
    System.setProperty(Place.PROPERTY, NO_PATH);
    try (Warnings warnings = new Warnings()) {
      assertThat(Place.folder()).isEmpty();
      assertThat(warnings.all())
          .singleElement()
          .asString()
          .endsWith(
              "-Dcleave.choice.folder is no path on this system (Nul character not allowed) and"
                  + " passed over; set it to another folder");
    }
    assertThat(Records.usual().size()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(RecordFile::usual)
        .withMessageContaining("-Dcleave.choice.folder=FOLDER");
  }

  @Test
  void aHomeThatIsNoPathIsPassedOver() {
    System.clearProperty(Place.PROPERTY);
    System.setProperty(HOME, NO_PATH);
    assertThatCode(Place::folder).doesNotThrowAnyException();
  }
}
