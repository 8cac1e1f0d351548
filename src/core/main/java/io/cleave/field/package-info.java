/// The candidates that are measured against each other: plain Java and devices.
///
/// ```
/// HostField: data in host memory, no device named     DeviceField: one device
/// SplitterCandidate: plain Java, or a route of an open device
/// ```
///
/// The package `choice` finds out which of them is the fastest. Read [HostField] first.
@NullMarked
package io.cleave.field;

import org.jspecify.annotations.NullMarked;
