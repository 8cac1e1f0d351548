/// Texts of users and of files: quoted safely in messages ([OneLine]), and read ([Parsing]).
@NullMarked
package io.cleave.text;

import org.jspecify.annotations.NullMarked;
