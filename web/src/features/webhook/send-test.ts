import { NO_ANSWER } from '../../data/call.ts';
import type { Answer } from './test-answers.tsx';
import { prepare, type TestDelivery } from './test-delivery.ts';

const NO_SIGNATURE =
  'Este navegador só assina entregas em páginas https. Abra o painel por https ou deixe o segredo vazio.';

/** Sends the delivery as a checkout would: without the user's session. Never rejects: a failure is a result, too. */
export async function sendTest(delivery: TestDelivery, name: string): Promise<Answer> {
  const startedAtMs = Date.now();
  const answer = { id: `${startedAtMs} ${Math.random()}`, name, atMs: startedAtMs };
  const after = () => Date.now() - startedAtMs;
  try {
    const { url, headers, body } = await prepare(delivery);
    const response = await fetch(url, { method: 'POST', credentials: 'omit', headers, body });
    return { ...answer, status: response.status, text: await response.text(), ms: after() };
  } catch {
    const text = delivery.secret && !globalThis.crypto?.subtle ? NO_SIGNATURE : NO_ANSWER;
    return { ...answer, status: 0, text, ms: after() };
  }
}
