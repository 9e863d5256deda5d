export const FIELDS_MAX = 200;

/** The fields of a form, sent as JSON or urlencoded, with any content type. Undefined when it is neither. */
export function leadFields(text: string): Readonly<Record<string, unknown>> | undefined {
  const body = text.replace(/^\uFEFF/, '').trim();
  if (body.startsWith('{')) return jsonFields(body);
  // A list, a number or a quoted text is JSON that no one's form sends.
  if (body === '' || /^[[\]"}<]/.test(body) || !body.includes('=')) return undefined;
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [name, value] of new URLSearchParams(body)) {
    count += 1;
    if (count > FIELDS_MAX) return undefined;
    // Of a repeated name the first, as in a URL.
    fields[name] ??= value;
  }
  return fields;
}

function jsonFields(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(body) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
