import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, url-safe. */
export const newInviteToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token: whoever reads the table can open no link. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A text of another form was never a token: it is refused without a look-up, and is no guess. */
export const isInviteToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

export const inviteUrlOf = (publicUrl: string, token: string): string => `${publicUrl}/accept-invite?token=${token}`;
