package io.cleave.ir.text;

/// Text that is no XML, or has in it what is refused. The message is one sentence.
public final class MalformedXmlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;

  /// Such a text.
  ///
  /// @param line the line that it is on; 0 if it is the whole text
  /// @param problem what is wrong with it
  public MalformedXmlException(int line, String problem) {
    super(problem);
    this.line = line;
  }

  /// Such a text, by an exception that says so.
  MalformedXmlException(int line, String problem, Exception cause) {
    super(problem, cause);
    this.line = line;
  }

  /// The line that it is on; 0 if it is the whole text.
  public int line() {
    return line;
  }
}
