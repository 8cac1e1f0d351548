package io.cleave.bench.peers;

import static org.bytedeco.opencv.global.opencv_core.setNumThreads;

import io.cleave.bench.Run;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;

/// One piece of work again and again.
record OpenCvRun(int threads, Runnable work, Outputs outputs, Images images) implements Run {
  static OpenCvRun of(SplitPlan plan, MemorySegment data, int threads) {
    Outputs outputs = new Outputs(plan);
    Images images = new Images();
    Runnable work = new OpenCvWork(plan, data, outputs, images, threads).fastest();
    return new OpenCvRun(threads, work, outputs, images);
  }

  @Override
  public void once() {
    // Holds for the whole process, and takes 10 ns.
    setNumThreads(threads);
    work.run();
  }

  @Override
  public MemorySegment part(int index) {
    return outputs.part(index);
  }

  @Override
  public void close() {
    images.close();
    outputs.close();
  }
}
