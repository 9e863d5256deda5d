import { environment } from '@tracker/infra/config/config';

/**
 * Multiplies the number of random stories that slow properties try. A usual run tries a few; STORIES=10 tries ten times as many,
 * for a change of what such a property guards.
 */
export const STORIES = Number(environment().STORIES ?? 1);
