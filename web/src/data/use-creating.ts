import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { useRef } from 'react';
import { formatMinute } from '../format/days.ts';
import { toast } from '../ui/toast-store.ts';
import { type Answer, CallError, type CallParts, callWithKey } from './call.ts';

/** Of a call that must not be made twice. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The server may have done it, or is doing it. */
const isOpen = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500 || error.code === 'first-try-running');

/**
 * For the form of something new. Its call has a key for as long as it is unknown what became of it: sent again by the
 * person, it makes nothing twice, and of what the first try had saved they read when that was.
 */
export function useCreating<const C extends Contract & { creates: true }, Input = void>(
  contract: C,
  partsOf: (input: Input) => CallParts<NoInfer<C>>,
) {
  const key = useRef(newKey());
  return async (input: Input): Promise<Answer<C>> => {
    const { answer, firstAnsweredAt } = await callWithKey(contract, partsOf(input), key.current).catch((error) => {
      if (!isOpen(error)) key.current = newKey();
      throw error;
    });
    key.current = newKey();
    if (firstAnsweredAt !== undefined) {
      const title = `Foi salvo às ${formatMinute(Date.parse(firstAnsweredAt))}`;
      // After the words of the form, in their place.
      setTimeout(() => toast({ title, description: 'A resposta tinha se perdido.' }));
    }
    return answer;
  };
}
