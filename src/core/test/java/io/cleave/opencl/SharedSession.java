package io.cleave.opencl;

import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// One session for many splitters, each of which takes it for its own: what one has compiled, the
/// others get, as a driver takes some 40 ms for a kernel. Whoever made it closes the session behind
/// it.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class SharedSession<M, E> extends RelaySession<M, E> {
  /// A kernel that others use.
  private record Shared(ClKernel kernel) implements ClKernel {
    @Override
    public KernelVariant variant() {
      return kernel.variant();
    }

    @Override
    public void close() {}
  }

  private final Map<KernelVariant, Shared> built = new ConcurrentHashMap<>();

  SharedSession(ClSession<M, E> session) {
    super(session);
  }

  @Override
  public ClKernel build(KernelVariant variant) {
    return built.computeIfAbsent(variant, asked -> new Shared(session.build(asked)));
  }

  @Override
  public E launch(
      ClKernel kernel, List<Argument<M>> arguments, Grid grid, List<? extends E> after) {
    return session.launch(((Shared) kernel).kernel(), arguments, grid, after);
  }

  @Override
  public void close() {}

  /// Gives back what is shared.
  void end() {
    built.values().forEach(shared -> shared.kernel().close());
    session.close();
  }
}
