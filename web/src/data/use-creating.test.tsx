import { renderHook } from '@testing-library/react';
import { createView, type View } from '@tracker/schemas/contracts/views.contract';
import { afterEach, expect, it, vi } from 'vitest';
import { CallError, NO_ANSWER } from './call.ts';
import { useCreating } from './use-creating.ts';

afterEach(() => vi.unstubAllGlobals());

const VIEW = { screen: 'analytics', name: 'Minha', search: 'f=a' } as const;
type Sent = { key: string | undefined; name: string };

/** The server gives these one after the other; 'cut': the line breaks. */
function serve(...answers: ('cut' | { status: number; body: object; headers?: Record<string, string> })[]) {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    sent.push({ key: headers['idempotency-key'], name: JSON.parse(body).name });
    const answer = answers.shift();
    if (answer === undefined || answer === 'cut') throw new TypeError('fetch failed');
    return Response.json(answer.body, { status: answer.status, headers: answer.headers ?? {} });
  });
  const { result } = renderHook(() => useCreating(createView, (name: string) => ({ body: { ...VIEW, name } })));
  return { sent, create: (name: string) => result.current(name), keys: () => new Set(sent.map(({ key }) => key)) };
}

const view: View = { ...VIEW, id: 'vw_1', shared: false, isDefault: false };
const made = { status: 201, body: view };
const refused = (status: number, error: string) => ({ status, body: { message: 'Não.', error } });

it('asks again with the same key where no answer came', async () => {
  const { create, sent, keys } = serve('cut', refused(503, 'unavailable'), made);
  await create('Minha');
  expect(sent).toHaveLength(3);
  expect(keys().size).toBe(1);
});

it('keeps the key for the next try of the person, until somebody knows what became of it', async () => {
  const { create, sent, keys } = serve('cut', 'cut', 'cut', made, made);
  await expect(create('Minha')).rejects.toEqual(new CallError(NO_ANSWER, 0));
  await create('Minha');
  expect([sent.length, keys().size]).toEqual([4, 1]);
  await create('Outra');
  expect(keys().size).toBe(2);
});

it('takes a new key after a refusal, and does not ask again', async () => {
  const { create, sent, keys } = serve(refused(422, 'first-try-differs'), made);
  await expect(create('Minha')).rejects.toMatchObject({ code: 'first-try-differs' });
  expect(sent).toHaveLength(1);
  await create('Minha');
  expect(keys().size).toBe(2);
});

it('waits for a first try that is still running', async () => {
  const { create, keys } = serve(refused(409, 'first-try-running'), made);
  expect(await create('Minha')).toMatchObject({ id: 'vw_1' });
  expect(keys().size).toBe(1);
});
