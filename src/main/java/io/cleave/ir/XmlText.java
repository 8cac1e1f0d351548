package io.cleave.ir;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Decodes a file that is UTF-8 itself, strictly: the JDK's parser prints a line of its own to
/// standard error where bytes are none.
final class XmlText {
  private static final int PROLOG = 256;
  private static final Pattern ENCODING = Pattern.compile("encoding\\s*=\\s*[\"']([^\"']*)[\"']");

  private XmlText() {}

  /// The text of a stream, if it is UTF-8; otherwise nothing, and the stream is at its beginning.
  static Optional<Reader> decode(BufferedInputStream stream) throws IOException {
    stream.mark(PROLOG);
    byte[] begin = stream.readNBytes(PROLOG);
    stream.reset();
    boolean marked =
        begin.length >= 3
            && begin[0] == (byte) 0xef
            && begin[1] == (byte) 0xbb
            && begin[2] == (byte) 0xbf;
    if (!marked && !isUtf8(begin)) {
      return Optional.empty();
    }
    stream.skipNBytes(marked ? 3 : 0);
    return Optional.of(strict(stream));
  }

  private static boolean isUtf8(byte[] begin) {
    boolean wide =
        begin.length >= 2
            && (begin[0] == 0
                || begin[1] == 0
                || (begin[0] == (byte) 0xfe && begin[1] == (byte) 0xff)
                || (begin[0] == (byte) 0xff && begin[1] == (byte) 0xfe));
    if (wide) {
      return false;
    }
    String prolog = new String(begin, StandardCharsets.ISO_8859_1);
    int end = prolog.indexOf("?>");
    Matcher encoding = ENCODING.matcher(end < 0 ? "" : prolog.substring(0, end));
    return !encoding.find() || encoding.group(1).toUpperCase(Locale.ROOT).equals("UTF-8");
  }

  private static Reader strict(InputStream stream) {
    return new InputStreamReader(
        stream,
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }
}
