import { clsx } from 'clsx';

/** Joins class names. Components are written so that no two classes of one element disagree. */
export const cn = clsx;
