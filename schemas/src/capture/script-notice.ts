import { ScriptProblem } from '../events/script-notice.ts';
import { readJsonObject } from './json-object.ts';
import { readOpenedCheckout } from './opened-checkout.ts';
import { firstValue } from './track.ts';

/** `POST /notice`: the click, the page (scheme, host and path; '' for what is none) and what is wrong there; undefined for what is not known. */
export interface ScriptNotice {
  readonly clickId: string;
  readonly url: string;
  readonly problem: ScriptProblem | undefined;
}

/** Undefined when the text is no JSON object. */
export function readScriptNotice(text: string): ScriptNotice | undefined {
  const place = readOpenedCheckout(text);
  const problem = ScriptProblem.safeParse(firstValue(readJsonObject(text) ?? {}, 'problem'));
  return place && { ...place, problem: problem.data };
}
