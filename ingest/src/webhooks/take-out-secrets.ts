import { AUTHENTICITY } from '@tracker/schemas/checkouts/authenticity';
import type { JsonObject } from '@tracker/schemas/checkouts/checkout';

/** The names under which any checkout puts its secret into the body. */
const SECRET_FIELDS = new Set(
  Object.values(AUTHENTICITY).flatMap((rule) => (rule.kind === 'token' ? rule.bodyFields : [])),
);

/** The body without what opens doors: whoever reads the log or the inbox could send deliveries with it. */
export function takeOutSecrets(body: JsonObject): JsonObject {
  const fields = Object.entries(body);
  if (!fields.some(([name]) => SECRET_FIELDS.has(name))) return body;
  // From entries, so that a field called `__proto__` stays a field.
  return Object.fromEntries(fields.map(([name, value]) => [name, SECRET_FIELDS.has(name) ? '[redacted]' : value]));
}
