import { renderHook, waitFor } from '@testing-library/react';
import { createView, type View } from '@tracker/schemas/contracts/views.contract';
import { afterEach, expect, it, vi } from 'vitest';
import { useToasts } from '../ui/toast-store.ts';
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

it('keeps the key for the next try of the person, until it is known what became of it', async () => {
  const toasts = renderHook(useToasts);
  const first = { ...made, headers: { 'idempotency-first-answered': '2036-11-20T15:02:00Z' } };
  const { create, sent, keys } = serve('cut', refused(503, 'unavailable'), first, made);
  await expect(create('Minha')).rejects.toEqual(new CallError(NO_ANSWER, 0));
  await expect(create('Minha')).rejects.toMatchObject({ status: 503 });
  await create('Minha');
  expect([sent.length, keys().size]).toEqual([3, 1]);
  await waitFor(() =>
    expect(toasts.result.current).toMatchObject([{ title: expect.stringMatching(/^Foi salvo às \d\d:02$/) }]),
  );
  await create('Outra');
  expect(keys().size).toBe(2);
});

it('takes a new key after a refusal', async () => {
  const { create, keys } = serve(refused(422, 'first-try-differs'), made);
  await expect(create('Minha')).rejects.toMatchObject({ code: 'first-try-differs' });
  await create('Minha');
  expect(keys().size).toBe(2);
});

it('keeps the key of a first try that is still running', async () => {
  const { create, keys } = serve(refused(409, 'first-try-running'), made);
  await expect(create('Minha')).rejects.toMatchObject({ code: 'first-try-running' });
  expect(await create('Minha')).toMatchObject({ id: 'vw_1' });
  expect(keys().size).toBe(1);
});
