/** What differs between two runs of the same version, and why. Everything else must be equal. */
const MASKS: readonly { readonly path?: RegExp; readonly fields: readonly string[]; readonly why: string }[] = [
  { fields: ['requestId'], why: 'each request has its own' },
  { path: /^\/api\/campaigns$/, fields: ['id'], why: 'the first campaign of a tenant gets a random id' },
  { path: /^\/api\/webhook-keys$/, fields: ['key', 'url'], why: 'keys are random' },
  { path: /^\/api\/integration$/, fields: ['key', 'trackingKey', 'url'], why: 'keys are random' },
  { path: /^\/api\/audit-log$/, fields: ['id', 'at'], why: 'what the run itself did, at the time of the database' },
  { path: /^\/api\/leads\/:id\/history$/, fields: ['id', 'at'], why: 'the run itself changes the leads' },
];

/** The body without these values. */
export function masked(path: string, body: unknown): unknown {
  const fields = new Set(MASKS.filter((mask) => mask.path?.test(path) ?? true).flatMap((mask) => mask.fields));
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, fields.has(name) ? '(masked)' : walk(item)]),
    );
  };
  return walk(body);
}
