import { toast } from '../ui/toast-store.ts';
import { CallError, NO_ANSWER } from './call.ts';

/** The server's message, or the fallback of the calling layer when there is none (specification §8). */
export function sentenceOf(error: Error, fallback: string): string {
  if (!(error instanceof CallError)) return fallback;
  if (error.status === 0) return NO_ANSWER;
  return error.sentence ?? fallback;
}

/**
 * For a mutation's `onError`: says what failed and why. The sentences of single fields are given back for the form. Nothing is shown to
 * people who closed the question for their password: nothing failed.
 */
export function failureToast(title: string, error: Error, fallback: string): Readonly<Record<string, string>> {
  if (error instanceof CallError && error.code === 'password-not-confirmed') return {};
  toast({ look: 'destructive', title, description: sentenceOf(error, fallback) });
  return error instanceof CallError ? error.fields : {};
}
