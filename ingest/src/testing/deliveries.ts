import { hashOf } from '@tracker/infra/identity/conversion-id';
import { EXAMPLE_CLICK_ID, type Example } from '@tracker/schemas/checkouts/example';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { expect } from 'vitest';

/** A checkout's first example (an approved purchase) or the named one, as the checkout sends it, with this click. */
export function exampleOf(provider: CheckoutId, clickId: string, name?: string): { text: string; contentType: string } {
  const example = EXAMPLES[provider].find((one) => name === undefined || one.name === name);
  if (!example) throw new Error(`${provider} has no such example`);
  return { text: textOf(example).replaceAll(EXAMPLE_CLICK_ID, clickId), contentType: contentTypeOf(example) };
}

const contentTypeOf = ({ contentType }: Example): string => contentType ?? 'application/json';
const textOf = (example: Example): string =>
  contentTypeOf(example) === 'application/json' ? JSON.stringify(example.body) : toForm(example.body).toString();

/** `{venda: {valor: '1'}}` as `venda[valor]=1`, the way PHP's senders write it. */
export function toForm(body: JsonObject): URLSearchParams {
  const form = new URLSearchParams();
  const put = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) put(name === '' ? key : `${name}[${key}]`, member);
    } else form.append(name, String(value ?? ''));
  };
  put('', body);
  return form;
}

/** The fields as multipart/form-data, with a file next to them. */
export async function toMultipart(fields: Iterable<readonly [string, string]>): Promise<[Buffer, string]> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('nota', new Blob(['not a field']), 'nota.pdf');
  const response = new Response(form);
  return [Buffer.from(await response.arrayBuffer()), response.headers.get('content-type') ?? ''];
}

/** The deliveries with these bytes, once the log has given out as many. On a busy machine it may hold one twice: in its place, and from the spool. */
export async function deliveriesOf(
  deliveries: readonly ConversionEvent[],
  text: string,
  count = 1,
): Promise<ConversionEvent[]> {
  const hash = hashOf(text);
  const found = () => deliveries.filter(({ payload }) => payload.bodyHash === hash);
  await expect.poll(() => found().length).toBeGreaterThanOrEqual(count);
  return found();
}
