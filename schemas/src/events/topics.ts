/** The topics of the log. A change that old readers cannot understand gets a new version, never a new meaning. */
export const EVENTS_TOPIC = 'tracker.events.v1';
export const DEAD_LETTERS_TOPIC = 'tracker.dead-letters.v1';

/** Of records that only show that the log takes them: in each partition one every few seconds, kept for an hour. */
export const PROBE_TOPIC = 'tracker.probe.v1';

export const TOPICS = [EVENTS_TOPIC, DEAD_LETTERS_TOPIC] as const;
export type Topic = (typeof TOPICS)[number];

/** Whose log it is: no events, and no reader but the start of a program. */
export const INSTALLATION_TOPIC = 'tracker.installation.v1';
