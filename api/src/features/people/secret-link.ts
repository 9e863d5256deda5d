/** A text of another form was never a token: it is refused without a look-up, and does not count as a guess. */
export const isInviteToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

export const inviteUrlOf = (publicUrl: string, token: string): string => `${publicUrl}/accept-invite?token=${token}`;
