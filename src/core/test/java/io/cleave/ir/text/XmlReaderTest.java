package io.cleave.ir.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a file is made of, and which files are none.
class XmlReaderTest {
  private static final Path FILE = Path.of("model.xml");

  /// A disk that fails.
  private static final class Broken extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("lost");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      throw new IOException("lost");
    }
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static void readAll(InputStream bytes) throws IOException {
    try (XmlReader xml = new XmlReader(FILE, bytes)) {
      while (xml.next() != XmlReader.Event.END_OF_FILE) {
        assertThat(xml.line()).isPositive();
      }
    }
  }

  @Test
  void theEndOfTheFileStays() throws IOException {
    try (XmlReader xml = new XmlReader(FILE, bytes("<a>b</a>"))) {
      assertThat(xml.next()).isEqualTo(XmlReader.Event.START);
      assertThat(xml.next()).isEqualTo(XmlReader.Event.TEXT);
      assertThat(xml.next()).isEqualTo(XmlReader.Event.END);
      assertThat(xml.next()).isEqualTo(XmlReader.Event.END_OF_FILE);
      assertThat(xml.next()).isEqualTo(XmlReader.Event.END_OF_FILE);
    }
  }

  /// Where a file begins, and where the parser is at work.
  @ParameterizedTest
  @ValueSource(strings = {"", "<a>", "<?xml version='1.0' encoding='IBM437'?><a>"})
  void aFileThatCannotBeReadIsNamed(String begin) {
    for (int spaces : new int[] {0, 300, 300_000}) {
      String whole = begin + " ".repeat(spaces);
      InputStream broken = new SequenceInputStream(bytes(whole), new Broken());
      assertThatIOException()
          .isThrownBy(() -> readAll(broken))
          .withMessage("cannot read model.xml: lost");
    }
  }

  /// The JDK's parser knows `IBM-367`, but prints to standard error what is none of it.
  @ParameterizedTest
  @ValueSource(strings = {"nope", "", "\u00ff", "IBM-367"})
  void anEncodingThatNobodyKnowsIsRefused(String name) {
    for (String root : List.of("<a/>", "<a>\u00ff</a>", "<a>")) {
      String text = "<?xml version='1.0' encoding='%s'?>%s".formatted(name, root);
      assertThatThrownBy(() -> readAll(bytes(text)))
          .isInstanceOf(MalformedXmlException.class)
          .hasMessage(
              "the XML is encoded in '%s', which is not known; write the model as UTF-8"
                  .formatted(name));
    }
  }

  @Test
  void anEncodingIsDecodedAsItIsNamed() throws IOException {
    InputStream text = bytes("<?xml version='1.0' encoding='IBM437'?><a>\u00e1</a>");
    try (XmlReader xml = new XmlReader(FILE, text)) {
      assertThat(xml.next()).isEqualTo(XmlReader.Event.START);
      assertThat(xml.next()).isEqualTo(XmlReader.Event.TEXT);
      assertThat(xml.text()).isEqualTo("\u00df");
    }
  }
}
