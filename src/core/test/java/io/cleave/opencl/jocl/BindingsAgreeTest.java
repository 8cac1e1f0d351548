package io.cleave.opencl.jocl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.opencl.lwjgl.LwjglBinding;
import org.junit.jupiter.api.Test;

/// Both bindings ask the same loader, so they find the same devices, with the same facts, and the
/// same obstacles.
class BindingsAgreeTest {
  @Test
  void onWhatIsThereAndWhatIsNot() {
    assumeTrue(JoclLibrary.obstacle().isEmpty(), "JOCL does not work here at all");
    assertThat(new JoclBinding().discover()).isEqualTo(new LwjglBinding().discover());
  }
}
