import { environment } from '@tracker/infra/config/config';

/**
 * Multiplies the number of random stories that slow properties try. A usual run tries a few; STORIES=10 tries ten times as many,
 * for a change of what such a property guards.
 */
export const STORIES = Number(environment().STORIES ?? 1);

/** Of cases that take seconds each, or their number: a few in a usual run, and all where STORIES asks for more. */
export const tries = <Cases>(usual: Cases, all: Cases): Cases => (STORIES > 1 ? all : usual);
