/** A body, or a part of it: every field is unknown until it is read. */
export type JsonObject = { readonly [key: string]: unknown };
