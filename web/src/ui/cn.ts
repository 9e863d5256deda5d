import { clsx } from 'clsx';

/** Joins class names. It does not resolve conflicts: no two classes of one element may set the same property. */
export const cn = clsx;
