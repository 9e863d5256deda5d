import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { useRef } from 'react';
import { formatMinute } from '../format/days.ts';
import { toast } from '../ui/toast-store.ts';
import { type Answer, CallError, type CallParts, callWithKey } from './call.ts';

/** After how many milliseconds a call without an answer is sent again, with the same key. */
const AGAIN_AFTER_MS = [1_000, 3_000];

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The server may have done it, or is doing it. */
const isOpen = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 502 || error.code === 'first-try-running');

/**
 * For the form of something new. Its call has a key for as long as nobody knows what became of it: sent again, by itself or by the person, it makes
 * nothing twice. Of what the first try had saved the person reads when that was.
 */
export function useCreating<const C extends Contract & { creates: true }, Input = void>(
  contract: C,
  partsOf: (input: Input) => CallParts<NoInfer<C>>,
) {
  const key = useRef(newKey());
  return async (input: Input): Promise<Answer<C>> => {
    for (let tries = 0; ; tries += 1) {
      try {
        const { answer, firstAnsweredAt } = await callWithKey(contract, partsOf(input), key.current);
        key.current = newKey();
        if (firstAnsweredAt !== undefined) {
          toast({
            title: `Foi salvo às ${formatMinute(Date.parse(firstAnsweredAt))}`,
            description: 'A resposta tinha se perdido.',
          });
        }
        return answer;
      } catch (error) {
        const waitMs = isOpen(error) ? AGAIN_AFTER_MS[tries] : undefined;
        if (!isOpen(error)) key.current = newKey();
        if (waitMs === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  };
}
