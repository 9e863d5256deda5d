import { hashOf } from '@tracker/infra/identity/conversion-id';
import { isReadName } from '@tracker/schemas/capture/field-names';
import { fieldOf, isObject } from '@tracker/schemas/checkouts/fields';
import { queryFields } from './postback.ts';
import type { DeliveryBody } from './read-body.ts';

/** The script's calls name the campaign of its tag. */
const TAG = 'defaultcampaignid';

/**
 * The body with the fields of its address in `query`, where the table of names looks last. The same body with another click in its address is
 * another delivery; names that nothing is read from make no difference.
 */
export function withQuery(came: DeliveryBody, query: Readonly<Record<string, unknown>>): DeliveryBody {
  const fields = queryFields(query).filter(([name]) => name !== TAG);
  const own = fieldOf(came.body, 'query');
  if (fields.length === 0 || came.unread || came.isTooComplex || (own !== undefined && !isObject(own))) return came;
  const body = { ...came.body, query: { ...Object.fromEntries(fields), ...own } };
  const read = fields.filter(([name]) => isReadName(name));
  if (read.length === 0) return { ...came, body };
  const text = `${came.text}\n${JSON.stringify(read)}`;
  return { ...came, body, text, hash: hashOf(`${came.hash} ${JSON.stringify(read)}`) };
}
