package io.cleave.opencl.session;

import org.jocl.CL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Isolated;

/// All promises hold as well in a process whose owner has told JOCL to throw. JOCL keeps that to
/// itself, so afterwards it is what it is by default.
@Isolated("the switch is the process's")
class JoclExceptionsTest extends JoclSessionTest {
  @BeforeAll
  static void throwOnErrors() {
    if (new JoclApi().load() == null) {
      CL.setExceptionsEnabled(true);
    }
  }

  @AfterAll
  static void returnCodes() {
    if (new JoclApi().load() == null) {
      CL.setExceptionsEnabled(false);
    }
  }
}
