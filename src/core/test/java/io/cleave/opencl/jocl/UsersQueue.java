package io.cleave.opencl.jocl;

import io.cleave.opencl.PlatformUnderTest;
import io.cleave.opencl.session.DeviceSearch;
import io.cleave.opencl.session.FoundDevice;
import org.jocl.cl_device_id;

/// A context and a queue, as a program of the user's has them.
final class UsersQueue {
  private UsersQueue() {}

  static JoclResources open() {
    FoundDevice found = PlatformUnderTest.device(new JoclBinding());
    cl_device_id device = DeviceSearch.find(found, new JoclLoader());
    return JoclOpening.own(device, found.facts());
  }
}
