import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmail } from '../primitives/typed-email.ts';
import { readLead } from './lead.ts';

const read = (fields: Record<string, unknown>) => {
  const result = readLead({ name: 'Ana Lima', email: 'ana@loja.com.br', ...fields });
  return result.ok ? result.form : result.details;
};

describe('lead form', () => {
  it('reads the documented field names and their aliases', () => {
    const fields = { phone: '11 99999-0000', click_id: 'mc_x_1', source: 'facebook', medium: 'cpc', campaign: 'natal' };
    expect(read({ ...fields, campaign_id: 'loja' })).toEqual({
      name: 'Ana Lima',
      email: 'ana@loja.com.br',
      phone: '11 99999-0000',
      clickId: 'mc_x_1',
      campaignId: 'loja',
      source: 'facebook',
      medium: 'cpc',
      campaign: 'natal',
    });
    expect(read({ name: undefined, nome: 'Bia', telefone: 11999990000 })).toMatchObject({
      name: 'Bia',
      phone: '11999990000',
    });
  });

  it('takes the mask of an empty field for no phone', () => {
    for (const phone of ['() Not provided.', '(__) _____-____', '+', 'não informado', ' - '])
      expect([phone, read({ phone })]).toMatchObject([phone, { phone: '' }]);
    expect(read({ ddd: '11', phone: '(  )     -    ' })).toMatchObject({ phone: '' });
    expect(read({ phone: '0800-FLORES1' })).toMatchObject({ phone: '0800-FLORES1' });
  });

  it('requires a name and a valid e-mail address, and names each wrong field', () => {
    expect(readLead({})).toEqual({
      ok: false,
      details: [
        { field: 'name', message: 'Informe o nome.' },
        { field: 'email', message: 'Informe o e-mail.' },
      ],
      keys: [],
    });
    expect(read({ name: ' \u0000 ' })).toEqual([{ field: 'name', message: 'Informe o nome.' }]);
    expect(read({ email: 'ana@loja' })).toEqual([{ field: 'email', message: 'Informe um e-mail válido.' }]);
    expect(read({ name: true, email: true })).toEqual([
      { field: 'name', message: 'Envie um texto.' },
      { field: 'email', message: 'Envie um texto.' },
    ]);
  });

  it('accepts real-world e-mail addresses and refuses malformed ones', () => {
    for (const good of ['a@b.co', 'ana+promo@loja.com.br', "o'neil@x-y.org", 'josé@exemplo.com', 'a@ação.com.br']) {
      expect(isEmail(good), good).toBe(true);
    }
    const tooLong = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.com`;
    for (const bad of [
      '',
      '@b.co',
      'a@',
      'a@b',
      'a@@b.co',
      'a b@c.co',
      'a@b..co',
      'a@-b.co',
      'a@b.co\r\nTo: x',
      tooLong,
    ]) {
      expect(isEmail(bad), bad).toBe(false);
    }
  });

  it('keeps every text within 256 well-formed characters for any input', () => {
    const names = fc.constantFrom('name', 'nome', 'email', 'phone', 'click_id', 'source', '__proto__');
    fc.assert(
      fc.property(fc.dictionary(names, fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue())), (fields) => {
        const result = readLead({ email: 'a@b.co', ...fields });
        if (!result.ok) return;
        for (const text of Object.values(result.form)) {
          expect(text.length).toBeLessThanOrEqual(256);
          expect(text.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
