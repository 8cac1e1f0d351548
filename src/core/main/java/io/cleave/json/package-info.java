/// JSON, read strictly and written exactly, for conformance cases, the headers of `.safetensors`
/// files, the tuning file, and the command line's `--json`.
///
/// [JsonReader#parse] turns a text, which may be hostile, into a tree of [JsonValue]s, and
/// `toString()` and [JsonValue#pretty()] turn a tree into text. Errors are [JsonException]s that
/// say where. The fields of an object are read by name:
///
/// ```java
/// JsonValue tensor = JsonReader.parse(text);
/// long[] shape = tensor.read("shape", JsonValue::asLongs);
/// String type = tensor.read("dtype", JsonValue::asString);
/// ```
///
/// A wrong field names itself: `field "shape", index 2: expected an integer, found the string "x"`.
///
/// Jackson and Gson were tried in place of the parser, and would spare a fifth of this package.
/// Gson takes a byte order mark and refuses numbers of more than 1023 characters; Jackson's
/// messages advise its options where a user needs the place and the remedy.
@NullMarked
package io.cleave.json;

import org.jspecify.annotations.NullMarked;
