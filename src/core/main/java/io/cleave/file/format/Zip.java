package io.cleave.file.format;

/// Constants of the zip format.
final class Zip {
  static final int LOCAL = 0x04034b50;
  static final int CENTRAL = 0x02014b50;
  static final int END = 0x06054b50;
  static final int END64 = 0x06064b50;
  static final int LOCATOR64 = 0x07064b50;

  static final int LOCAL_BYTES = 30;
  static final int CENTRAL_BYTES = 46;
  static final int END_BYTES = 22;
  static final int END64_BYTES = 56;
  static final int LOCATOR64_BYTES = 20;

  /// The bytes of an extra field before its values.
  static final int EXTRA_HEAD = 4;

  static final int ENCRYPTED = 1;
  static final int DESCRIPTOR = 1 << 3;
  static final int UTF_8 = 1 << 11;

  /// The extra field that holds what does not fit 32 bits.
  static final int EXTRA64 = 1;

  /// Fields of 16 or 32 bits that hold these have their value in the extra field.
  static final int MAX_16 = 0xffff;

  static final long MAX_32 = 0xffff_ffffL;

  /// More members than this are neither written nor read: each takes a few hundred bytes of memory.
  static final int MAX_MEMBERS = 1 << 20;

  private Zip() {}
}
