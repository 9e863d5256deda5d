/**
 * How late a name was given, as SQL: the greatest rank has the latest name, and 0 is none. Of two names of one millisecond the
 * choice is the same for any order of rows. One number, since the engine takes several times as long to compare tuples.
 * @param ms when it was given, less than 2^44
 */
export const nameRank = (name: string, ms: string): string =>
  `if(${name} = '', 0, toUInt64(${ms}) * 1048576 + cityHash64(${name}) % 1048576)`;
