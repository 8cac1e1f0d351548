package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.choice.Book;
import io.cleave.choice.Choosing;
import io.cleave.choice.RacingSplitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.field.DeviceField;
import io.cleave.field.HostField;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.opencl.session.FoundDevice;
import io.cleave.opencl.session.OpenCl;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens splitters for host memory. Whoever opens one closes it.
///
/// For data that lives on a device, see `LwjglSplitters` and `JoclSplitters`.
public final class Splitters {
  private static final Logger LOG = LoggerFactory.getLogger(Splitters.class);

  private Splitters() {}

  /// A splitter by whatever is fastest on this machine for data in host memory: plain Java, which
  /// is there at once, loops on the Vector API as soon as they pay, where the JVM has that, and,
  /// for what is split again and again, the routes of an OpenCL device that computes in the host's
  /// own memory (PoCL, if the JVM's environment is as the page on devices asks for, and if data and
  /// parts are in native memory that is not a mapped file). Which of them it is, is measured on the
  /// calls themselves, see [Choosing#MEASURE]. A GPU is never chosen: data would cross a bus twice,
  /// which takes longer than the split.
  ///
  /// What fails is reported at WARN, once, and plain Java goes on.
  public static Splitter open() {
    return open(Choosing.usual());
  }

  /// The same, finding out in this way what is fastest.
  public static Splitter open(Choosing choosing) {
    return open(choosing, Book.shared());
  }

  /// The same, with a book of its own: what others have measured is not known, nor is what this one
  /// measures known to others.
  public static RacingSplitter open(Choosing choosing, Book book) {
    HostField field = new HostField(Splitters::openUnasked);
    return new RacingSplitter(field, field.usual(), book, choosing, field::close);
  }

  static List<OpenClSplitter<?, ?>> openUnasked() {
    List<OpenClSplitter<?, ?>> devices = new ArrayList<>();
    if (!OpenCl.isFitUnasked()) {
      return devices;
    }
    for (OpenCl.Found found : OpenCl.unasked()) {
      try {
        devices.add(openDevice(found.binding(), found.device(), RouteName.AUTO));
      } catch (RuntimeException | LinkageError e) {
        LOG.warn(
            "{} cannot be opened and takes no part: {}", found.device().device(), e.getMessage());
      }
    }
    return List.copyOf(devices);
  }

  /// A splitter on this device, through whichever binding works.
  ///
  /// @throws IllegalArgumentException if there is no such device here
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public static Splitter open(Device device) {
    return open(device, Binding.AUTO, RouteName.AUTO);
  }

  /// A splitter on this device, through this binding, on this route. For [RouteName#AUTO] the
  /// device's routes race, see [Choosing#usual()].
  ///
  /// @throws IllegalArgumentException if the binding does not reach the device, or the device has
  ///   no such route
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public static Splitter open(Device device, Binding binding, RouteName route) {
    return route == RouteName.AUTO && device.kind() != Device.Kind.JAVA
        ? open(device, binding, Choosing.usual(), Book.shared())
        : openFixed(device, binding, route);
  }

  /// A splitter on this device, through this binding, on whichever route is the fastest.
  ///
  /// @param device an OpenCL device
  /// @param book where the device's races are held
  /// @throws IllegalArgumentException if the binding does not reach the device
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public static RacingSplitter open(Device device, Binding binding, Choosing choosing, Book book) {
    OpenCl.Found found = OpenCl.require(device, binding);
    OpenClSplitter<?, ?> open = openDevice(found.binding(), found.device(), RouteName.AUTO);
    return new RacingSplitter(new DeviceField(open), open, book, choosing, open::close);
  }

  private static Splitter openFixed(Device device, Binding binding, RouteName route) {
    if (device.kind() == Device.Kind.JAVA) {
      requirePlain(device, binding, route);
      return CpuSplitter.open();
    }
    OpenCl.Found found = OpenCl.require(device, binding);
    return openDevice(found.binding(), found.device(), route);
  }

  private static <M, E> OpenClSplitter<M, E> openDevice(
      ClApi<M, E> binding, FoundDevice device, RouteName route) {
    ClSession<M, E> session = binding.open(device);
    try {
      return new OpenClSplitter<>(session, CpuSplitter.open(), route);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, session::close);
      throw e;
    }
  }

  private static void requirePlain(Device device, Binding binding, RouteName route) {
    if (binding != Binding.AUTO || route != RouteName.AUTO) {
      throw new IllegalArgumentException(
          "device %s is plain Java, which has neither bindings nor routes; leave them out, or choose an OpenCL device"
              .formatted(device.name()));
    }
  }
}
