package io.cleave.ir.text;

import io.cleave.text.OneLine;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Decodes a file itself, strictly: the JDK's parser prints a line of its own to standard error
/// where bytes are none of the encoding.
final class XmlText {
  private static final int PROLOG = 256;
  private static final Pattern ENCODING = Pattern.compile("encoding\\s*=\\s*[\"']([^\"']*)[\"']");

  private XmlText() {}

  /// The text of a stream.
  ///
  /// @throws MalformedXmlException if it names an encoding that nobody knows
  static Reader decode(BufferedInputStream stream) throws IOException {
    stream.mark(PROLOG);
    byte[] begin = stream.readNBytes(PROLOG);
    stream.reset();
    // Each byte is the character of its number, so that marks and zeros can be looked for.
    String prolog = new String(begin, StandardCharsets.ISO_8859_1);
    if (prolog.startsWith("\u00ef\u00bb\u00bf")) {
      return strict(stream, StandardCharsets.UTF_8, 3);
    }
    if (prolog.startsWith("\u00fe\u00ff")) {
      return strict(stream, StandardCharsets.UTF_16BE, 2);
    }
    if (prolog.startsWith("\u00ff\u00fe")) {
      return strict(stream, StandardCharsets.UTF_16LE, 2);
    }
    if (prolog.startsWith("\0<")) {
      return strict(stream, StandardCharsets.UTF_16BE, 0);
    }
    if (prolog.startsWith("<\0")) {
      return strict(stream, StandardCharsets.UTF_16LE, 0);
    }
    return strict(stream, declared(prolog), 0);
  }

  private static Charset declared(String prolog) {
    int end = prolog.indexOf("?>");
    String declaration = end < 0 ? "" : prolog.substring(0, end);
    Matcher encoding = ENCODING.matcher(declaration);
    if (!encoding.find()) {
      return StandardCharsets.UTF_8;
    }
    try {
      Charset charset = Charset.forName(encoding.group(1));
      // Where the declaration itself could be read byte by byte, it can be no wide one.
      return charset.name().startsWith("UTF-") ? StandardCharsets.UTF_8 : charset;
    } catch (IllegalArgumentException e) {
      // The JDK's parser knows some more, but what it finds to be none of them it prints.
      throw new MalformedXmlException(
          1,
          "the XML is encoded in '%s', which is not known; write the model as UTF-8"
              .formatted(OneLine.excerpt(encoding.group(1))),
          e);
    }
  }

  private static Reader strict(BufferedInputStream stream, Charset charset, int mark)
      throws IOException {
    stream.skipNBytes(mark);
    return new InputStreamReader(
        stream,
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }
}
