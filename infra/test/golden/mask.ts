/** What differs between two runs of the same version, and why. Everything else must be equal. */
const MASKS: readonly { readonly route?: RegExp; readonly fields: readonly string[]; readonly why: string }[] = [
  { fields: ['requestId'], why: 'each request has its own' },
  { fields: ['importId'], why: 'a file gets a random id when it is imported' },
  { route: /^\/api\/(campaigns|costs)(\/|$)/, fields: ['id'], why: 'their ids are random' },
  { route: /^\/api\/webhook-keys$/, fields: ['key', 'url'], why: 'keys are random' },
  { route: /^\/api\/integration$/, fields: ['key', 'trackingKey', 'url'], why: 'keys are random' },
  { route: /^\/api\/api-keys$/, fields: ['id', 'key', 'hint'], why: 'keys are random' },
  { route: /^\/api\/push-devices$/, fields: ['publicKey'], why: 'each installation has its own' },
  { route: /^\/api\/conversions\/:id$/, fields: ['id'], why: 'the run imports some, whose events have random ids' },
  { route: /^\/api\/conversions\/imports$/, fields: ['at'], why: 'the time of the database' },
  { route: /^\/api\/privacy\//, fields: ['at'], why: 'the history of a lead has the time of the database' },
  { route: /^\/api\/audit-log$/, fields: ['id', 'at'], why: 'what the run itself did, at the time of the database' },
  { route: /^\/api\/leads\/:id\/history$/, fields: ['id', 'at'], why: 'the run itself changes the leads' },
];

/** The body without these values. */
export function masked(route: string, body: unknown): unknown {
  const fields = new Set(MASKS.filter((mask) => mask.route?.test(route) ?? true).flatMap((mask) => mask.fields));
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, fields.has(name) ? '(masked)' : walk(item)]),
    );
  };
  return walk(body);
}
