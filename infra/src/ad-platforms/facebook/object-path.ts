import { GraphError } from './graph-error.ts';

// Ids come from screens and from tables. Only digits become part of a path: '..' would make it another call.

/** '/act_111' from 'act_111' or '111'. Throws `GraphError` 'permission' for what is no id, as Facebook would. */
export const accountPath = (id: string): string => `/act_${digitsOf(id.replace(/^act_/, ''))}`;

/** '/123' */
export const objectPath = (id: string): string => `/${digitsOf(id)}`;

function digitsOf(id: string): string {
  if (/^\d{1,40}$/.test(id)) return id;
  throw new GraphError('permission', { problem: { code: 'object_not_seen' }, reason: 'no id' });
}
