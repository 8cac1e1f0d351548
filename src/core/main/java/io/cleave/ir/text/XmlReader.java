package io.cleave.ir.text;

import io.cleave.text.OneLine;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// Reads an `.xml` file element by element, in bounded memory. Document types and all entities but
/// the five of XML itself are refused, so that a file can neither grow nor reach for another one.
///
/// Not safe for use by many threads.
public final class XmlReader implements AutoCloseable {
  /// What stands next in the file.
  public enum Event {
    /// An element begins.
    START,
    /// An element ends.
    END,
    /// Characters between elements, or a piece of them.
    TEXT,
    /// Nothing more comes.
    END_OF_FILE
  }

  private static final List<String> ENTITY_LIMITS =
      List.of(
          "jdk.xml.entityExpansionLimit",
          "jdk.xml.maxGeneralEntitySizeLimit",
          "jdk.xml.totalEntitySizeLimit");

  private final Path file;
  private final BufferedInputStream stream;
  private final XMLStreamReader reader;

  /// Reads the text of a file.
  ///
  /// @param file what the file is called when the system fails to read it
  /// @param bytes its bytes, closed with this reader
  /// @throws MalformedXmlException if it begins with what is no XML
  public XmlReader(Path file, InputStream bytes) throws IOException {
    this.file = file;
    this.stream = new BufferedInputStream(bytes, 1 << 16);
    try {
      this.reader = factory().createXMLStreamReader(XmlText.decode(stream));
    } catch (XMLStreamException e) {
      stream.close();
      throw failure(e);
    } catch (IOException e) {
      stream.close();
      throw unreadable(e);
    } catch (RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    // A name with a colon in a tool's own data is no reason to refuse a model.
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setXMLResolver(
        (_, system, _, _) -> {
          throw new XMLStreamException("it refers to another file, %s".formatted(system));
        });
    // Nothing here recurses, and no entity can be declared; the JDK's own limits are met by models
    // that are in order: it counts each &lt; of the whole file, for one.
    factory.setProperty("jdk.xml.maxElementDepth", 0);
    factory.setProperty("jdk.xml.elementAttributeLimit", 10_000);
    for (String limit : ENTITY_LIMITS) {
      factory.setProperty(limit, 0);
    }
    return factory;
  }

  /// Moves on to the next element's begin or end, or to text.
  ///
  /// @throws MalformedXmlException if the file is malformed, or has what is refused
  public Event next() throws IOException {
    while (true) {
      switch (advance()) {
        case XMLStreamConstants.START_ELEMENT -> {
          return Event.START;
        }
        case XMLStreamConstants.END_ELEMENT -> {
          return Event.END;
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
          return Event.TEXT;
        }
        case XMLStreamConstants.END_DOCUMENT -> {
          return Event.END_OF_FILE;
        }
        case XMLStreamConstants.DTD ->
            throw problem(
                "it has a document type, which a model has no use for and which is refused; remove"
                    + " the <!DOCTYPE ...>");
        case XMLStreamConstants.ENTITY_REFERENCE ->
            throw problem(
                "it uses the entity &%s;, which is refused; write the characters themselves"
                    .formatted(OneLine.excerpt(String.valueOf(reader.getLocalName()))));
        default -> {}
      }
    }
  }

  private int advance() throws IOException {
    try {
      return reader.hasNext() ? reader.next() : XMLStreamConstants.END_DOCUMENT;
    } catch (XMLStreamException e) {
      throw failure(e);
    } catch (MalformedXmlException e) {
      // Whoever reads the bytes has refused them.
      throw e;
    } catch (RuntimeException e) {
      // The JDK's parser throws what it likes on input that is broken enough.
      throw problem("the XML is malformed (%s); write the model again".formatted(e));
    }
  }

  /// Moves to the end of the element that has just begun.
  public void skip() throws IOException {
    for (long depth = 1; depth > 0; ) {
      switch (next()) {
        case START -> depth++;
        case END -> depth--;
        case TEXT -> {}
        case END_OF_FILE -> throw problem("the file ends within an element; copy it again");
      }
    }
  }

  /// The name of the element that has just begun.
  public String name() {
    return reader.getLocalName();
  }

  /// The text that was just read.
  public String text() {
    return reader.getText();
  }

  /// The length of that text, which need not be made for it.
  public int textLength() {
    return reader.getTextLength();
  }

  /// An attribute of the element that has just begun, or null.
  public @Nullable String attribute(String name) {
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      if (reader.getAttributeLocalName(i).equals(name)) {
        return reader.getAttributeValue(i);
      }
    }
    return null;
  }

  /// The line that was read last.
  public int line() {
    return Math.max(1, reader.getLocation().getLineNumber());
  }

  /// A problem on this line.
  private MalformedXmlException problem(String problem) {
    return new MalformedXmlException(line(), problem);
  }

  private MalformedXmlException failure(XMLStreamException e) throws IOException {
    if (e.getNestedException() instanceof IOException cause
        && !(cause instanceof CharacterCodingException)) {
      throw unreadable(cause);
    }
    String message = Objects.requireNonNullElse(e.getMessage(), e.toString());
    int from = message.indexOf("Message: ");
    String said =
        e.getNestedException() instanceof CharacterCodingException
            ? "its bytes are no UTF-8, or not of the encoding that it names"
            : message.substring(from < 0 ? 0 : from + "Message: ".length());
    String sentence =
        "the XML is malformed (%s); write or copy the model again".formatted(OneLine.excerpt(said));
    int line = e.getLocation() == null ? 0 : e.getLocation().getLineNumber();
    return new MalformedXmlException(Math.max(0, line), sentence);
  }

  private IOException unreadable(IOException cause) {
    return new IOException("cannot read %s: %s".formatted(file, cause.getMessage()), cause);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
