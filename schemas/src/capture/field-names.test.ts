import { describe, expect, it } from 'vitest';
import { FIELD_NAMES, firstTextOf } from './field-names.ts';
import { readIdentification } from './identify.ts';
import { readLead } from './lead.ts';
import { readOpenedCheckout } from './opened-checkout.ts';

const CLICK = 'mc_lanc01_1751849000000123456';
const spellings = (name: string) => [
  name,
  name.toUpperCase(),
  name.replaceAll(/[_ ]/g, '-'),
  name.replaceAll(/[_ ](.)/g, (_, letter: string) => letter.toUpperCase()),
];

describe('names of fields at the addresses of pages and leads', () => {
  it.each(FIELD_NAMES.clickId)('reads the click id as %s', (name) => {
    for (const spelled of spellings(name)) {
      const body = { [spelled]: CLICK };
      expect([spelled, firstTextOf(body, 'clickId')]).toEqual([spelled, CLICK]);
      expect([spelled, readIdentification(JSON.stringify(body))?.clickId]).toEqual([spelled, CLICK]);
      expect([spelled, readOpenedCheckout(JSON.stringify(body))?.clickId]).toEqual([spelled, CLICK]);
      const lead = readLead({ name: 'Ana', email: 'ana@example.com', ...body });
      expect([spelled, lead.ok && lead.form.clickId]).toEqual([spelled, CLICK]);
    }
  });

  it.each(['campaignId', 'source', 'medium', 'campaign'] as const)('reads %s of a lead under every name', (field) => {
    for (const name of FIELD_NAMES[field].flatMap(spellings)) {
      const lead = readLead({ name: 'Ana', email: 'ana@example.com', [name]: 'lanc01' });
      expect([name, lead.ok && lead.form[field]]).toEqual([name, 'lanc01']);
    }
  });

  it('takes the first value of a repeated parameter, and none of an empty one', () => {
    expect(firstTextOf({ clickid: ['', CLICK] }, 'clickId')).toBe('');
    expect(firstTextOf({ clickid: '', click_id: [CLICK, 'x'] }, 'clickId')).toBe(CLICK);
  });
});
