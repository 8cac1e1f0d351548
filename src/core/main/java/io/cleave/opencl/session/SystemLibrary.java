package io.cleave.opencl.session;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;

/// Whether a library of the system is there: bindings print what they miss themselves.
public final class SystemLibrary {
  private SystemLibrary() {}

  /// Whether the system finds one of this name, and can load it.
  @SuppressWarnings("restricted")
  public static boolean canBeLoaded(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return SymbolLookup.libraryLookup(name, arena) != null;
    } catch (IllegalArgumentException e) {
      return false;
    } catch (IllegalCallerException e) {
      // Native access is denied: the binding will fail too, and say why.
      return true;
    }
  }
}
