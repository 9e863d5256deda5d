import { z } from 'zod';

/** What has no shape of its own: soft hyphens, zero-width and direction marks, fillers, controls. */
const UNSEEN = /[\p{Cf}\p{Cc}\u115f\u1160\u180e\u3164]|[\ufe00-\ufe0f]|\u034f/gu;

/** An e-mail address as it reads: composed letters, and nothing that came with a copy and that no person sees. */
export const readEmail = (text: string): string => text.normalize('NFC').replace(UNSEEN, '').trim();

/** At most `lengthMax` characters as typed. */
export const typedEmail = (lengthMax = 254, message?: string) =>
  z.string().max(lengthMax, message).transform(readEmail);
