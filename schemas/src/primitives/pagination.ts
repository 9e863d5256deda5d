import { z } from 'zod';

/** Newest first: a page continues below the last row of the previous page. Opaque to callers. */
export interface Cursor {
  readonly ms: number;
  readonly id: string;
}

export const PAGE_SIZE_MAX = 1_000;

export function encodeCursor(cursor: Cursor): string {
  return `${cursor.ms.toString(36)}.${cursor.id}`;
}

export const CursorText = z
  .string()
  .max(128)
  .regex(/^[0-9a-z]{1,11}\.[0-9A-Za-z_-]{1,100}$/, 'Cursor inválido.')
  .transform((text): Cursor => {
    const dot = text.indexOf('.');
    return { ms: Number.parseInt(text.slice(0, dot), 36), id: text.slice(dot + 1) };
  })
  // The year 2286: above it lie moments that a store refuses.
  .refine(({ ms }) => ms < 1e13, 'Cursor inválido.');
