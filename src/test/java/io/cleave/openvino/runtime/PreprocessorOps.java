package io.cleave.openvino.runtime;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// OpenVINO's preprocessor, which puts steps before a model: here, from pixels to the normalised
/// planes that the model takes.
public final class PreprocessorOps {
  private static final String PREFIX = "ov_preprocess_";

  private final OpenVinoLibrary library;
  private final OpenVinoOps ops;

  /// @param ops looked up in the same library
  public PreprocessorOps(OpenVinoLibrary library, OpenVinoOps ops) {
    this.library = library;
    this.ops = ops;
  }

  /// The steps for one input.
  ///
  /// @param pixels the type of the pixels, whose layout is `NHWC`
  /// @param between the type to calculate in
  /// @param channels what becomes of each channel
  public record Steps(int pixels, int between, List<Channel> channels) {}

  /// What becomes of a channel.
  ///
  /// @param mean is subtracted
  /// @param divisor divides then
  public record Channel(float mean, float divisor) {}

  /// A model whose only input is given pixels.
  ///
  /// @param model takes planes, `NCHW`
  public OpenVinoObject before(OpenVinoObject model, Steps steps) {
    try (OpenVinoObject preprocessor = child("prepostprocessor", "prepostprocessor_create", model);
        OpenVinoObject input = input(preprocessor);
        OpenVinoObject pixels = layout("NHWC");
        OpenVinoObject planes = layout("NCHW")) {
      describe(input, steps, pixels, planes);
      normalize(input, steps);
      return ops.made(
          "ov_model_free",
          out ->
              call("prepostprocessor_build", ADDRESS, ADDRESS).with(preprocessor.address(), out));
    }
  }

  private void describe(
      OpenVinoObject input, Steps steps, OpenVinoObject pixels, OpenVinoObject planes) {
    try (OpenVinoObject tensor = child("input_tensor_info", "input_info_get_tensor_info", input);
        OpenVinoObject model = child("input_model_info", "input_info_get_model_info", input)) {
      call("input_tensor_info_set_element_type", ADDRESS, JAVA_INT)
          .with(tensor.address(), steps.pixels);
      call("input_tensor_info_set_layout", ADDRESS, ADDRESS)
          .with(tensor.address(), pixels.address());
      call("input_model_info_set_layout", ADDRESS, ADDRESS).with(model.address(), planes.address());
    }
  }

  private void normalize(OpenVinoObject input, Steps steps) {
    try (Arena arena = Arena.ofConfined();
        OpenVinoObject list = child("preprocess_steps", "input_info_get_preprocess_steps", input)) {
      MemorySegment address = list.address();
      call("preprocess_steps_convert_element_type", ADDRESS, JAVA_INT).with(address, steps.between);
      int count = steps.channels.size();
      MemorySegment mean = arena.allocate(JAVA_FLOAT, count);
      MemorySegment divisor = arena.allocate(JAVA_FLOAT, count);
      for (int i = 0; i < count; i++) {
        mean.setAtIndex(JAVA_FLOAT, i, steps.channels.get(i).mean);
        divisor.setAtIndex(JAVA_FLOAT, i, steps.channels.get(i).divisor);
      }
      channels("mean", address, mean, count);
      channels("scale", address, divisor, count);
    }
  }

  private void channels(String what, MemorySegment steps, MemorySegment values, int count) {
    call("preprocess_steps_%s_multi_channels".formatted(what), ADDRESS, ADDRESS, JAVA_INT)
        .with(steps, values, count);
  }

  private OpenVinoObject input(OpenVinoObject preprocessor) {
    return ops.made(
        PREFIX + "input_info_free",
        out ->
            call("prepostprocessor_get_input_info_by_index", ADDRESS, JAVA_LONG, ADDRESS)
                .with(preprocessor.address(), 0L, out));
  }

  private OpenVinoObject child(String kind, String getter, OpenVinoObject parent) {
    return ops.made(
        PREFIX + kind + "_free", out -> call(getter, ADDRESS, ADDRESS).with(parent.address(), out));
  }

  private OpenVinoObject layout(String text) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chars = arena.allocateFrom(text);
      return ops.made(
          "ov_layout_free",
          out -> library.call(library.function("ov_layout_create", ADDRESS, ADDRESS), chars, out));
    }
  }

  @FunctionalInterface
  private interface Call {
    void with(Object... arguments);
  }

  private Call call(String name, MemoryLayout... layouts) {
    return arguments -> library.call(library.function(PREFIX + name, layouts), arguments);
  }
}
