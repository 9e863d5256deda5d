/**
 * A text with memory of its own, for what is kept: a slice keeps the whole text in memory, here a URL or a body of kilobytes for the few
 * letters of an id.
 */
export const copiedText = (text: string): string => Buffer.from(text).toString();
