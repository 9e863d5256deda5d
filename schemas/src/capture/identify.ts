import { cleanId, cleanTag, TEXT_LIMITS } from '../primitives/text.ts';
import { redactTag } from '../privacy/redact-page.ts';
import { firstTextOf } from './field-names.ts';
import { readJsonObject } from './json-object.ts';
import { firstValue } from './track.ts';

/** `POST /identify`: the pixels' ids of a click and the visitor's click before, known only after the click. An empty text means 'not given'. */
export interface Identification {
  readonly clickId: string;
  readonly fbp: string;
  readonly fbc: string;
  readonly ttp: string;
  readonly prev: string;
}

/** Undefined when the text is no JSON object. */
export function readIdentification(text: string): Identification | undefined {
  const fields = readJsonObject(text);
  if (!fields) return undefined;
  return {
    clickId: cleanTag(firstTextOf(fields, 'clickId'), TEXT_LIMITS.tag),
    fbp: cleanId(firstValue(fields, 'fbp'), redactTag),
    fbc: cleanId(firstValue(fields, 'fbc'), redactTag),
    ttp: cleanId(firstValue(fields, 'ttp'), redactTag),
    prev: firstValue(fields, 'prev'),
  };
}
