import { isNameOf } from '@tracker/schemas/capture/field-names';
import type { RawQuery } from '@tracker/schemas/capture/track';
import { cleanTag } from '@tracker/schemas/primitives/text';

/**
 * The fields of an address. The key is none, a repeated name is its first value, and a macro that the network did not expand is left out,
 * but in the place of a transaction, where the reading warns of it. In one order: the same address with its fields in another one says the same.
 */
export const queryFields = (query: RawQuery): [name: string, text: string][] =>
  Object.entries(query)
    .flatMap(([name, value]): [string, string][] => {
      const text = [value].flat()[0];
      if (name === 'key' || typeof text !== 'string') return [];
      return cleanTag(text) === '' && (text === '' || !isNameOf(name, 'transactionId')) ? [] : [[name, text]];
    })
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** The fields of a postback by GET as the JSON that a POST would have. */
export const postbackBody = (query: RawQuery): Buffer =>
  Buffer.from(JSON.stringify(Object.fromEntries(queryFields(query))));
