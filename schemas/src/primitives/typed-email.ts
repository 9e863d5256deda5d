import { z } from 'zod';
import { withoutUnseen } from './unseen.ts';

/** An e-mail address as it reads: composed letters, and nothing that came with a copy and that no person sees. */
export const readEmail = (text: string): string => withoutUnseen(text.normalize('NFC')).trim();

/** At most `lengthMax` characters as typed. */
export const typedEmail = (lengthMax = 254, message?: string) =>
  z.string().max(lengthMax, message).transform(readEmail);
