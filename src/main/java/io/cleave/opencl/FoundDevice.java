package io.cleave.opencl;

/// A device as a binding found it. Both bindings ask the same loader, so the two indices mean the
/// same device in both.
///
/// @param platformIndex the platform's position in the loader's list
/// @param deviceIndex the device's position in the platform's list
/// @param facts what it can do
public record FoundDevice(int platformIndex, int deviceIndex, DeviceFacts facts) {}
