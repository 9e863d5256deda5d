import { toast } from '../ui/toast-store.ts';
import { CallError, NO_ANSWER } from './call.ts';

/** What the server said, in its words; without words the fallback of the calling layer (specification §8). */
export function sentenceOf(error: Error, fallback: string): string {
  if (!(error instanceof CallError)) return fallback;
  if (error.status === 0) return NO_ANSWER;
  return error.sentence ?? fallback;
}

/** For a mutation's `onError`: says what failed and why. The sentences beside single fields are given back for the form. */
export function failureToast(title: string, error: Error, fallback: string): Readonly<Record<string, string>> {
  toast({ look: 'destructive', title, description: sentenceOf(error, fallback) });
  return error instanceof CallError ? error.fields : {};
}
