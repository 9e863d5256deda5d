/**
 * What has no shape of its own: soft hyphens, zero-width and direction marks, fillers, controls. Tags of links keep the joiner of two emoji, and times
 * take some of these for spaces: they have their own (`capture/link-text.ts`, `written-time.ts`).
 */
const UNSEEN = /[\p{Cf}\p{Cc}\u115f\u1160\u180e\u3164]|[\ufe00-\ufe0f]|\u034f/gu;

export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');
