package io.cleave.ir.text;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Decodes a file itself, strictly: the JDK's parser prints a line of its own to standard error
/// where bytes are none of the encoding.
final class XmlText {
  private static final int PROLOG = 256;
  private static final Pattern ENCODING = Pattern.compile("encoding\\s*=\\s*[\"']([^\"']*)[\"']");

  private XmlText() {}

  /// The text of a stream; nothing if it is of an encoding that is not known, and then the stream
  /// is at its beginning.
  ///
  /// @throws MalformedXmlException if it names an encoding that cannot be
  static Optional<Reader> decode(BufferedInputStream stream) throws IOException {
    stream.mark(PROLOG);
    byte[] begin = stream.readNBytes(PROLOG);
    stream.reset();
    // Each byte is the character of its number, so that marks and zeros can be looked for.
    String prolog = new String(begin, StandardCharsets.ISO_8859_1);
    if (prolog.startsWith("\u00ef\u00bb\u00bf")) {
      return Optional.of(strict(stream, StandardCharsets.UTF_8, 3));
    }
    if (prolog.startsWith("\u00fe\u00ff")) {
      return Optional.of(strict(stream, StandardCharsets.UTF_16BE, 2));
    }
    if (prolog.startsWith("\u00ff\u00fe")) {
      return Optional.of(strict(stream, StandardCharsets.UTF_16LE, 2));
    }
    if (prolog.startsWith("\0<")) {
      return Optional.of(strict(stream, StandardCharsets.UTF_16BE, 0));
    }
    if (prolog.startsWith("<\0")) {
      return Optional.of(strict(stream, StandardCharsets.UTF_16LE, 0));
    }
    Optional<Charset> declared = declared(prolog);
    return declared.isPresent() ? Optional.of(strict(stream, declared.get(), 0)) : Optional.empty();
  }

  private static Optional<Charset> declared(String prolog) {
    int end = prolog.indexOf("?>");
    String declaration = end < 0 ? "" : prolog.substring(0, end);
    Matcher encoding = ENCODING.matcher(declaration);
    if (!encoding.find()) {
      return Optional.of(StandardCharsets.UTF_8);
    }
    try {
      Charset charset = Charset.forName(encoding.group(1));
      // Where the declaration itself could be read byte by byte, it can be no wide one.
      return Optional.of(charset.name().startsWith("UTF-") ? StandardCharsets.UTF_8 : charset);
    } catch (IllegalArgumentException _) {
      requireAscii(declaration);
      return Optional.empty();
    }
  }

  /// The JDK's parser, which knows some more encodings, would print its line here, too.
  private static void requireAscii(String declaration) {
    if (!StandardCharsets.US_ASCII.newEncoder().canEncode(declaration)) {
      throw new MalformedXmlException(
          1, "the XML is malformed (its declaration is no ASCII); write or copy the model again");
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
