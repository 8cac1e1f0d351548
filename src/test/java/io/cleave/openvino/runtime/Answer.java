package io.cleave.openvino.runtime;

import io.cleave.plan.PartialShape;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.List;

/// What OpenVINO said to an [Inquiry].
public sealed interface Answer {
  /// It does not take the model: an input of the operation is wrong, by its rules.
  ///
  /// @param reason its own words, on one line
  record Refused(String reason) implements Answer {}

  /// The shapes, and nothing else was asked.
  record Inferred(List<PartialShape> shapes) implements Answer {}

  /// The shapes and the contents of all outputs.
  record Delivered(List<PartialShape> shapes, List<byte[]> parts) implements Answer {}

  /// The shapes; but its plugin for the CPU does not run the model.
  ///
  /// @param reason its own words, on one line
  record Undelivered(List<PartialShape> shapes, String reason) implements Answer {}

  /// The process that it ran in ended, said what cannot be read, or was silent for too long.
  ///
  /// @param how it ended
  record Ended(String how) implements Answer {}

  /// Says it to the process that asked.
  default void write(DataOutputStream to) throws IOException {
    to.writeByte(kind());
    switch (this) {
      case Refused refused -> Frames.writeText(to, refused.reason());
      case Inferred inferred -> writeShapes(to, inferred.shapes());
      case Delivered delivered -> {
        writeShapes(to, delivered.shapes());
        to.writeInt(delivered.parts().size());
        for (byte[] part : delivered.parts()) {
          Frames.writeBytes(to, part);
        }
      }
      case Undelivered undelivered -> {
        writeShapes(to, undelivered.shapes());
        Frames.writeText(to, undelivered.reason());
      }
      case Ended ended -> Frames.writeText(to, ended.how());
    }
    to.flush();
  }

  private int kind() {
    return switch (this) {
      case Refused _ -> 0;
      case Inferred _ -> 1;
      case Delivered _ -> 2;
      case Undelivered _ -> 3;
      case Ended _ -> 4;
    };
  }

  private static void writeShapes(DataOutputStream to, List<PartialShape> shapes)
      throws IOException {
    to.writeInt(shapes.size());
    for (PartialShape shape : shapes) {
      Frames.writeText(to, shape.toString());
    }
  }

  /// Hears what was said.
  ///
  /// @throws IOException if it is no answer
  static Answer read(DataInputStream from) throws IOException {
    int kind = from.readByte();
    return switch (kind) {
      case 0 -> new Refused(Frames.readText(from));
      case 1 -> new Inferred(readShapes(from));
      case 2 -> new Delivered(readShapes(from), Frames.readList(from, Frames::readBytes));
      case 3 -> new Undelivered(readShapes(from), Frames.readText(from));
      case 4 -> new Ended(Frames.readText(from));
      default -> throw new StreamCorruptedException("an answer of kind %s".formatted(kind));
    };
  }

  private static List<PartialShape> readShapes(DataInputStream from) throws IOException {
    return Frames.readList(from, text -> PartialShape.parse(Frames.readText(text)));
  }
}
