/// Texts of users and of files: quoted safely in messages ([OneLine]), read ([Parsing]) and checked
/// ([Checks]).
@NullMarked
package io.cleave.text;

import org.jspecify.annotations.NullMarked;
