package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.BuildException;
import io.cleave.opencl.session.ClKernel;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgramsTest {
  private static final KernelVariant VARIANT = KernelVariant.of("copy_rows", Map.of("WORD", 4));
  private static final String LOST_FILE =
      "error: unable to rename temporary 'a.tmp' to output file 'a.cl': 'No such file or"
          + " directory'";

  private final FakeSession session = FakeSession.inOrder(1);
  private final Programs programs = new Programs(session);

  @AfterEach
  void closesWhatItKeeps() {
    programs.close();
    assertThat(session.live()).isZero();
  }

  @Test
  void keepsNoMoreThanItMay() {
    for (int i = 0; i < 100; i++) {
      programs.lease(KernelVariant.of("copy_rows", Map.of("WORD", i))).close();
    }
    assertThat(session.live()).isEqualTo(64);
  }

  @Test
  void triesAgainWhereTheCompilerLostItsFile() {
    session.compiler().refuse(3, LOST_FILE);
    try (Lease<ClKernel> lease = programs.lease(VARIANT)) {
      assertThat(lease.value().variant()).isEqualTo(VARIANT);
    }
    assertThat(session.compiler().built()).isEqualTo(4);
  }

  @Test
  void doesNotTryForEver() {
    session.compiler().refuse(1000, LOST_FILE);
    assertThatThrownBy(() -> programs.lease(VARIANT))
        .isInstanceOf(BuildException.class)
        .hasMessageContaining(LOST_FILE);
    assertThat(session.compiler().built()).isLessThan(100);
  }

  @Test
  void doesNotTryAgainWhatIsWrong() {
    session.compiler().refuse(1, "error: use of undeclared identifier 'word'");
    assertThatThrownBy(() -> programs.lease(VARIANT))
        .isInstanceOf(BuildException.class)
        .hasMessageContaining("undeclared identifier");
    assertThat(session.compiler().built()).isEqualTo(1);
    programs.lease(VARIANT).close();
    assertThat(session.compiler().built()).isEqualTo(2);
  }
}
