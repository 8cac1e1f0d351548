package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.Residence;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.ClBinding;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.FoundDevice;

/// Opens splitters in ways that only tests need.
///
/// @param binding what the device is reached through
/// @param device what splits
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public record TestSplitters<M, E>(ClBinding<M, E> binding, FoundDevice device) {
  /// In place, as much at once as the device can.
  public Splitter inPlace(RouteName route) {
    return new OpenClSplitter<>(binding.open(device), CpuSplitter.open(1), route);
  }

  /// In place, a few bytes at once.
  public Splitter inPlace(RouteName route, long slabBytes) {
    return new OpenClSplitter<>(binding.open(device), CpuSplitter.open(1), route, slabBytes);
  }

  /// As if the device had memory of its own, a few bytes at once.
  public Splitter thereAndBack(RouteName route, long slabBytes) {
    return apart(device.facts().device().kind(), route, slabBytes);
  }

  /// With the kernels that a graphics processor gets, and memory of its own.
  public Splitter asOnAGpu(RouteName route) {
    return apart(Device.Kind.GPU, route, 1 << 28);
  }

  private Splitter apart(Device.Kind kind, RouteName route, long slabBytes) {
    ClSession<M, E> session = new ApartSession<>(binding.open(device), kind);
    return new OpenClSplitter<>(session, CpuSplitter.open(1), route, slabBytes);
  }

  /// A residence whose buffers have a few bytes at most.
  public Residence residence(RouteName route, long largest) {
    return new OpenClResidence<>(binding.open(device), route, largest);
  }
}
