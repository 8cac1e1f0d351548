package io.cleave.opencl.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The events around a command.
///
/// @param after those that must come first
/// @param made gets the command's own event; null to make none
/// @param <E> the library's event handle
public record Events<E>(List<E> after, @Nullable List<E> made) {}
