package io.cleave.openvino.runtime;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// OpenVINO's preprocessor: converts pixels to the normalized planes that a model takes.
public final class PreprocessorOps {
  private static final String PREFIX = "ov_preprocess_";

  private final OpenVinoLibrary library;

  /// @param library is called
  public PreprocessorOps(OpenVinoLibrary library) {
    this.library = library;
  }

  /// The steps for one input.
  ///
  /// @param pixels the type of the pixels, whose layout is `NHWC`
  /// @param between the type to calculate in
  /// @param channels the normalization of each channel
  public record Steps(int pixels, int between, List<Channel> channels) {}

  /// The normalization of a channel.
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
      return library.create(
          "ov_model_free", built -> call("prepostprocessor_build", preprocessor.address(), built));
    }
  }

  private void describe(
      OpenVinoObject input, Steps steps, OpenVinoObject pixels, OpenVinoObject planes) {
    try (OpenVinoObject tensor = child("input_tensor_info", "input_info_get_tensor_info", input);
        OpenVinoObject model = child("input_model_info", "input_info_get_model_info", input)) {
      call("input_tensor_info_set_element_type", tensor.address(), steps.pixels);
      call("input_tensor_info_set_layout", tensor.address(), pixels.address());
      call("input_model_info_set_layout", model.address(), planes.address());
    }
  }

  private void normalize(OpenVinoObject input, Steps steps) {
    try (Arena arena = Arena.ofConfined();
        OpenVinoObject list = child("preprocess_steps", "input_info_get_preprocess_steps", input)) {
      call("preprocess_steps_convert_element_type", list.address(), steps.between);
      int count = steps.channels.size();
      MemorySegment means = arena.allocate(JAVA_FLOAT, count);
      MemorySegment divisors = arena.allocate(JAVA_FLOAT, count);
      for (int i = 0; i < count; i++) {
        means.setAtIndex(JAVA_FLOAT, i, steps.channels.get(i).mean);
        divisors.setAtIndex(JAVA_FLOAT, i, steps.channels.get(i).divisor);
      }
      call("preprocess_steps_mean_multi_channels", list.address(), means, count);
      call("preprocess_steps_scale_multi_channels", list.address(), divisors, count);
    }
  }

  private OpenVinoObject input(OpenVinoObject preprocessor) {
    return library.create(
        PREFIX + "input_info_free",
        input ->
            call("prepostprocessor_get_input_info_by_index", preprocessor.address(), 0L, input));
  }

  private OpenVinoObject child(String kind, String getter, OpenVinoObject parent) {
    return library.create(PREFIX + kind + "_free", child -> call(getter, parent.address(), child));
  }

  private OpenVinoObject layout(String text) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chars = arena.allocateFrom(text);
      return library.create(
          "ov_layout_free", layout -> library.call("ov_layout_create", chars, layout));
    }
  }

  private void call(String name, Object... arguments) {
    library.call(PREFIX + name, arguments);
  }
}
