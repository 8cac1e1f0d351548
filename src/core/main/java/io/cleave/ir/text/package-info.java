/// The text of a model's `.xml` file, as text: elements, attributes and lists of names. Nothing
/// here knows what an element means.
///
/// In: the bytes of a file. Out: one element after the other, in bounded memory; text that is no
/// XML, or has in it what is refused, is a [MalformedXmlException] with its line.
///
/// Read [XmlReader] first. `XmlText` decodes before the JDK's parser sees it.
@NullMarked
package io.cleave.ir.text;

import org.jspecify.annotations.NullMarked;
