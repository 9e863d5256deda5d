import { CallError, NO_ANSWER } from '../../data/call.ts';

/** What the server said, in its words; without words the fallback of the calling layer (specification §8). */
export function sentenceOf(error: Error, fallback: string): string {
  if (!(error instanceof CallError)) return fallback;
  if (error.status === 0) return NO_ANSWER;
  return error.sentence ?? fallback;
}
