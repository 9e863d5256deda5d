import { useQuery } from '@tanstack/react-query';
import { loadExamples } from '@tracker/schemas/checkouts/load-examples';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';

/** The bodies that also test the mappings; each checkout's file loads when it is opened. */
export const useExamples = (checkout: CheckoutId) =>
  useQuery({ queryKey: ['checkout-examples', checkout], queryFn: () => loadExamples(checkout) });

export const FORM_TYPE = 'application/x-www-form-urlencoded';

export const prettyJson = (body: unknown): string => JSON.stringify(body, null, 2);

/** A body as text from outside: indented when it is JSON, as it came when it is not. */
export function prettyText(text: string): string {
  try {
    return prettyJson(JSON.parse(text));
  } catch {
    return text;
  }
}
