import type { RawQuery } from '@tracker/schemas/capture/track';
import { cleanTag } from '@tracker/schemas/primitives/text';

/**
 * The fields of a postback by GET as the JSON that a POST would have. The key is no field, a repeated name is its first value, and a macro that the
 * network did not expand is left out: as a transaction it would make one conversion of all.
 */
export function postbackBody(query: RawQuery): Buffer {
  const fields = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const text = [value].flat()[0];
    if (name === 'key' || typeof text !== 'string') return [];
    return cleanTag(text) === '' ? [] : [[name, text]];
  });
  // In one order: the same postback with its fields in another one is the same delivery.
  return Buffer.from(JSON.stringify(Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)))));
}
