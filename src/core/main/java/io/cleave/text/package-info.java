/// What others wrote, as Cleave prints it: names, values and pieces of files may hold ends of lines
/// and what terminals obey.
///
/// In comes a text from anywhere, out goes one line of it that is safe to show: [OneLine]. Each
/// room says for itself how much of its texts a message needs, and what it does with the rest.
///
/// Read [OneLine] first.
@NullMarked
package io.cleave.text;

import org.jspecify.annotations.NullMarked;
