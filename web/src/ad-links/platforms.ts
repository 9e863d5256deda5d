/** Where ads run. A file of its own: the state in the URL is read before the screen with the links is there. */
export const PLATFORMS = ['facebook', 'google', 'tiktok', 'kwai'] as const;
export type Platform = (typeof PLATFORMS)[number];
