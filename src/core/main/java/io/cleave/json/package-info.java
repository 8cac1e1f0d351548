/// JSON, read strictly and written exactly, for conformance cases, the headers of `.safetensors`
/// files, the tuning file, and the command line's `--json`.
///
/// In comes a text from anywhere, hostile ones included, out goes a tree of [JsonValue]s:
/// [JsonReader#parse]. And back: `toString()` and [JsonValue#pretty()] turn a tree into text.
/// Whatever is wrong is a [JsonException] that says where. A reader of some format takes the fields
/// of an object by name:
///
/// ```java
/// JsonObject tensor = JsonReader.parse(text).asObject();
/// long[] shape = tensor.read("shape", JsonValue::asLongs);
/// String type = tensor.read("dtype", JsonValue::asString);
/// ```
///
/// A wrong field names itself: `field "shape", index 2: expected an integer, found the string "x"`.
///
/// [JsonReader] says what may follow what, [JsonScanner] cuts the text, and both say where they
/// stand. A library in their place would spare a fifth of this package, since the tree, the reader
/// of its fields, the writer, and the rules on numbers and on names that are there twice stay.
/// Jackson's core 3.2.4 and 2.22.4 (600 kB) and Gson 2.15.0 (316 kB) were tried below the same
/// tree, each as strict as it can be made.
///
/// What must be refused, and what must not, these tests decide:
///
/// - `JsonReaderTest.guessesNoOtherEncoding`: Gson takes a byte order mark. Where Jackson decodes
///   for itself, it takes that, UTF-16, and the overlong slash of `refusesBytesThatAreNotUtf8`;
///   where it is given characters, as this reader's own decoding makes them, it does not.
/// - `JsonHostileTextTest.boundsNoNumberNameOrStringAlone`: Gson refuses numbers of more than 1023
///   characters.
///
/// So Gson cannot be used, and Jackson could: of characters it refuses all that it should, and
/// nothing else. Against it speak the words and places of refusals alone, which users see:
///
/// - `JsonReaderTest.refusesWithThePlaceAndTheReason`: of 66 texts Jackson refuses 58 in words that
///   are no help to who wrote it, and 13 of them at another column: a `NaN` at its end, with the
///   advice to enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS`. Gson's words are others in
///   nearly all; its advice is `Strictness.LENIENT`.
/// - `JsonHostileTextTest.allowsSixtyFourLevelsAndRefusesOneMore`: both refuse as they should, but
///   Jackson names no place, and Gson the path through all 64 levels.
///
/// Read [JsonReader] first, then [JsonValue]. Nothing but `java.base`.
@NullMarked
package io.cleave.json;

import org.jspecify.annotations.NullMarked;
