package io.cleave.ir;

import static javax.xml.stream.XMLStreamConstants.CDATA;
import static javax.xml.stream.XMLStreamConstants.CHARACTERS;
import static javax.xml.stream.XMLStreamConstants.DTD;
import static javax.xml.stream.XMLStreamConstants.END_DOCUMENT;
import static javax.xml.stream.XMLStreamConstants.END_ELEMENT;
import static javax.xml.stream.XMLStreamConstants.ENTITY_REFERENCE;
import static javax.xml.stream.XMLStreamConstants.START_ELEMENT;

import io.cleave.file.MalformedFileException;
import io.cleave.spi.IoFailure;
import io.cleave.text.OneLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// Reads an `.xml` file element by element, in bounded memory. Document types and all entities but
/// the five of XML itself are refused, so that a file can neither grow nor reach for another one.
final class XmlReader {
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final Path file;
  private final XMLStreamReader reader;

  /// @param file for messages
  /// @param bytes its content; stays open
  XmlReader(Path file, InputStream bytes) throws IOException {
    this.file = file;
    try {
      // Decoded here: the JDK's parser prints to standard error where bytes are no UTF-8.
      BufferedReader text =
          new BufferedReader(
              new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()), 1 << 16);
      text.mark(1);
      if (text.read() != BYTE_ORDER_MARK) {
        text.reset();
      }
      this.reader = factory().createXMLStreamReader(text);
    } catch (XMLStreamException e) {
      throw failure(e);
    } catch (IOException e) {
      throw failure(new XMLStreamException(e));
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    // A name with a colon in a tool's own data is no reason to refuse a model.
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    // Nothing here recurses without a bound, and no entity can be declared. The JDK's own limits
    // are met by sound models: it counts each &lt; of the whole file.
    factory.setProperty("jdk.xml.maxElementDepth", 0);
    factory.setProperty("jdk.xml.elementAttributeLimit", 10_000);
    factory.setProperty("jdk.xml.entityExpansionLimit", 0);
    factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", 0);
    factory.setProperty("jdk.xml.totalEntitySizeLimit", 0);
    return factory;
  }

  /// Moves on to the next element inside the present one.
  ///
  /// @return false if there is none: the present one has ended
  boolean next() throws IOException {
    int event = advance();
    while (event != START_ELEMENT && event != END_ELEMENT && event != END_DOCUMENT) {
      event = advance();
    }
    return event == START_ELEMENT;
  }

  /// Moves to the end of the element that has just begun.
  void skip() throws IOException {
    for (long depth = 1; depth > 0; ) {
      depth += next() ? 1 : -1;
    }
  }

  /// Moves to the end of the element that has just begun.
  ///
  /// @return its text without that of elements inside it
  /// @throws IllegalArgumentException if it is longer
  String text(int most) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int event = advance(); event != END_ELEMENT && event != END_DOCUMENT; event = advance()) {
      if (event == START_ELEMENT) {
        skip();
      } else if (event == CHARACTERS || event == CDATA) {
        if (text.length() + reader.getTextLength() > most) {
          throw new IllegalArgumentException(
              "an element has more than %s characters of text".formatted(most));
        }
        text.append(reader.getText());
      }
    }
    return text.toString();
  }

  private int advance() throws IOException {
    int event;
    try {
      event = reader.hasNext() ? reader.next() : END_DOCUMENT;
    } catch (XMLStreamException e) {
      throw failure(e);
    } catch (RuntimeException e) {
      // The JDK's parser throws what it likes on input that is broken enough.
      throw problem("the XML is malformed (%s); write the model again".formatted(e));
    }
    return switch (event) {
      case DTD ->
          throw problem(
              "it has a document type, which a model has no use for and which is refused; remove"
                  + " the <!DOCTYPE ...>");
      case ENTITY_REFERENCE ->
          throw problem(
              "it uses the entity &%s;, which is refused; write the characters themselves"
                  .formatted(OneLine.excerpt(String.valueOf(reader.getLocalName()))));
      default -> event;
    };
  }

  /// The name of the element that has just begun.
  String name() {
    return reader.getLocalName();
  }

  /// An attribute of the element that has just begun, or null.
  @Nullable String attribute(String name) {
    return reader.getAttributeValue(null, name);
  }

  /// The line that was read last.
  int line() {
    return Math.max(1, reader.getLocation().getLineNumber());
  }

  /// A problem on the line that was read last.
  MalformedFileException problem(String problem) {
    return problem(line(), problem);
  }

  private MalformedFileException problem(int line, String problem) {
    return new MalformedFileException(file, "line %s: %s".formatted(line, problem));
  }

  private MalformedFileException failure(XMLStreamException e) throws IOException {
    Throwable cause = e.getNestedException();
    if (cause instanceof IOException failed && !(cause instanceof CharacterCodingException)) {
      throw IoFailure.of("read", file, failed);
    }
    String message = String.valueOf(e.getMessage());
    String said = cause == null ? message.replaceFirst("(?s).*?Message: ", "") : "it is no UTF-8";
    int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
    return problem(
        line,
        "the XML is malformed (%s); write or copy the model again"
            .formatted(OneLine.excerpt(said)));
  }
}
