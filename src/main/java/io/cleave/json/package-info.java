/// JSON, read strictly and written exactly, for conformance cases, the headers of `.safetensors`
/// files and the command line's `--json`.
///
/// [JsonReader#parse] turns a text from anywhere, hostile ones included, into a tree of
/// [JsonValue]s; `toString()` and [JsonValue#pretty()] turn a tree into text. Whatever is wrong is
/// a [JsonException] that says where. A reader of some format takes the fields of an object by
/// name:
///
/// ```java
/// JsonObject tensor = JsonReader.parse(text).asObject();
/// long[] shape = tensor.read("shape", JsonValue::asLongs);
/// String type = tensor.read("dtype", JsonValue::asString);
/// ```
///
/// A wrong field names itself: `field "shape", index 2: expected an integer, found the string "x"`.
///
/// This package may use `java.base` and the JSpecify annotations, and nothing else of Cleave.
@NullMarked
package io.cleave.json;

import org.jspecify.annotations.NullMarked;
