import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readLead } from './lead.ts';
import { meaningOfLabel } from './lead-labels.ts';

const ANA = { name: 'Ana Sá', email: 'ana@example.com', phone: '(11) 99999-0000' };

const SHAPES: readonly [sender: string, body: Record<string, unknown>, expected?: Partial<typeof ANA>][] = [
  ['Elementor', { Nome: ANA.name, 'E-mail': ANA.email, Telefone: ANA.phone, form_id: '9de22fa', form_name: 'Captura' }],
  [
    'Elementor without labels',
    { 'No Label name': ANA.name, 'No Label email': ANA.email, 'No Label field_1a2b3c': 'x' },
  ],
  [
    'Elementor, advanced data',
    {
      form: { id: '9', name: 'Captura' },
      fields: {
        field_b1: { id: 'field_b1', type: 'text', title: 'Qual é o seu nome?', value: ANA.name, raw_value: ANA.name },
        email: { id: 'email', type: 'email', title: '', value: ANA.email, raw_value: ANA.email, required: '1' },
        field_77: { id: 'field_77', type: 'tel', title: 'WhatsApp com DDD', value: ANA.phone },
      },
      meta: { page_url: { title: 'URL da página', value: 'https://loja.example' } },
    },
  ],
  ['Elementor without labels, in Portuguese', { 'Sem rótulo name': ANA.name, 'Nenhum rótulo e-mail': ANA.email }],
  ['Elementor without labels, in Spanish', { 'Sin etiqueta nome': ANA.name, 'Sin etiqueta email': ANA.email }],
  ['Elementor, form_fields', { form_fields: { name: ANA.name, email: ANA.email, field_c5f2: 'x' } }],
  [
    'Typeform',
    {
      event_type: 'form_response',
      form_response: {
        hidden: { utm_source: 'FB' },
        definition: {
          title: 'Captura',
          fields: [
            { id: 'a1', title: 'Qual seu nome?', type: 'short_text', ref: 'r1' },
            { id: 'a2', title: 'E-mail', type: 'email', ref: 'r2' },
            { id: 'a3', title: 'Telefone', type: 'phone_number', ref: 'r3' },
          ],
        },
        answers: [
          { type: 'text', text: ANA.name, field: { id: 'a1', type: 'short_text', ref: 'r1' } },
          { type: 'email', email: ANA.email, field: { id: 'a2', type: 'email', ref: 'r2' } },
          { type: 'phone_number', phone_number: ANA.phone, field: { id: 'a3', type: 'phone_number', ref: 'r3' } },
        ],
      },
    },
  ],
  [
    'Typeform that knows the e-mail from the page',
    {
      form_response: {
        hidden: { utm_source: 'FB', email: ANA.email },
        definition: { fields: [{ id: 'a1', title: 'Qual seu nome?', type: 'short_text' }] },
        answers: [{ type: 'text', text: ANA.name, field: { id: 'a1', type: 'short_text' } }],
      },
    },
  ],
  [
    'Typeform that knows the name, and another e-mail, from the page',
    {
      form_response: {
        hidden: { name: ANA.name, email: 'antigo@example.com' },
        definition: { fields: [{ id: 'a1', title: 'Seu melhor e-mail?', type: 'email' }] },
        answers: [{ type: 'email', email: ANA.email, field: { id: 'a1', type: 'email' } }],
      },
    },
  ],
  [
    'a form whose page sent another e-mail, without a name',
    { tracking: { email: 'antigo@example.com' }, answer: { 'Qual seu nome?': ANA.name, 'Seu e-mail': ANA.email } },
  ],
  [
    'Jotform',
    {
      formID: '1',
      rawRequest: JSON.stringify({
        q3_nome: { first: 'Ana', last: 'Sá' },
        q4_email4: ANA.email,
        q5_telefone: { area: '(11)', phone: '99999-0000' },
      }),
    },
  ],
  [
    'a masked phone of Jotform',
    { fullName: { first: 'Ana', last: 'Sá' }, email: ANA.email, phone: { full: ANA.phone } },
  ],
  ['an area code of its own', { Nome: ANA.name, 'E-mail': ANA.email, DDD: '(11)', Celular: '99999-0000' }],
  [
    'Google Forms by Apps Script',
    {
      range: { columnStart: 1 },
      values: ['28/11/2026 10:00:00', ANA.name, ANA.email],
      namedValues: {
        'Carimbo de data/hora': ['28/11/2026'],
        'Nome completo': [ANA.name],
        'Endereço de e-mail': [ANA.email],
      },
    },
  ],
  ['a row with its questions', { questions: ['Hora', 'Nome', 'E-mail'], values: ['10:00', ANA.name, ANA.email] }],
  [
    'Lead Ads',
    {
      id: '123',
      form_id: '9',
      field_data: [
        { name: 'full_name', values: [ANA.name] },
        { name: 'email', values: [ANA.email] },
        { name: 'phone_number', values: [ANA.phone] },
      ],
    },
  ],
  [
    'RD Station',
    {
      leads: [
        {
          id: '1',
          email: ANA.email,
          name: ANA.name,
          personal_phone: ANA.phone,
          first_conversion: {
            content: { identificador: 'ebook', email_lead: ANA.email },
            conversion_origin: { source: 'x' },
          },
        },
      ],
    },
  ],
  [
    'ActiveCampaign',
    {
      type: 'subscribe',
      list: '1',
      contact: { id: '5', email: ANA.email, first_name: 'Ana', last_name: 'Sá', phone: ANA.phone },
    },
  ],
  ['Contact Form 7', { 'your-name': ANA.name, 'your-email': ANA.email, 'tel-482': ANA.phone, _wpcf7: '12' }],
  [
    'WPForms',
    {
      fields: {
        1: { name: 'Nome', value: ANA.name, id: 1, type: 'name' },
        2: { name: 'E-mail', value: ANA.email, id: 2, type: 'email' },
      },
    },
  ],
  ['WPForms, parts of a name', { name: { first: 'Ana', last: 'Sá' }, email: ANA.email }],
  ['Fluent Forms', { names: { first_name: 'Ana', last_name: 'Sá' }, email: ANA.email, phone: ANA.phone }],
  ['Divi', { et_pb_contact_name_0: ANA.name, et_pb_contact_email_0: ANA.email }],
  [
    'Mailchimp',
    { type: 'subscribe', data: { email: ANA.email, merges: { FNAME: 'Ana', LNAME: 'Sá', EMAIL: ANA.email } } },
  ],
  ['HubSpot', { properties: { email: { value: ANA.email }, firstname: { value: 'Ana' }, lastname: { value: 'Sá' } } }],
  ['Webflow', { name: 'Newsletter', data: { Name: ANA.name, Email: ANA.email } }],
  [
    'Tally',
    {
      data: {
        formName: 'Captura',
        fields: [
          { key: 'q_1', label: 'Nome', value: ANA.name },
          { key: 'q_2', label: 'Email', value: ANA.email },
        ],
      },
    },
  ],
  ['a list with one lead', { leads: [ANA] }],
  ['JSON within a field', { payload: JSON.stringify(ANA) }],
  ['a lead with a value', { lead: { ...ANA, value: 97 } }],
  ['a name in two fields', { Nome: 'Ana', Sobrenome: 'Sá', 'E-MAIL': ANA.email }],
  ['a name that has its last name', { name: ANA.name, last_name: 'Sá', email: ANA.email }],
];

describe('leads as tools send them', () => {
  test.each(SHAPES)('reads name, e-mail and phone of %s', (_sender, body) => {
    const read = readLead(body);
    const hasPhone = JSON.stringify(body).includes('99999-0000');
    expect(read).toMatchObject({ ok: true, form: { ...ANA, phone: hasPhone ? ANA.phone : '' } });
  });

  test.each([
    ['the name of a form', { form: { name: 'Captura' }, email: ANA.email }],
    ['the name of a form next to its data', { name: 'Newsletter', data: { Email: ANA.email } }],
    ['the name of a product', { product: { name: 'Curso' }, email: ANA.email }],
    ['the name of a company', { 'Nome da empresa': 'Loja', email: ANA.email }],
    ['the name of a form in one word', { form_name: 'Captura', email: ANA.email }],
  ])('does not take %s for the name of a person', (_what, body) => {
    expect(readLead(body)).toMatchObject({ ok: false, details: [{ field: 'name', message: 'Informe o nome.' }] });
  });

  it('says what the fields were called, and no value', () => {
    const read = readLead({ apelido: 'Ana', correo: ANA.email, [ANA.email]: 'x', dados: { cidade: 'Natal' } });
    expect(read).toMatchObject({ ok: false, keys: ['apelido', 'correo', expect.any(String), 'dados.cidade'] });
    expect(JSON.stringify(read)).not.toMatch(/Ana|ana@|Natal/);
  });

  it('refuses several leads in one body', () => {
    const body = { leads: [ANA, { name: 'Bia', email: 'bia@example.com' }] };
    expect(readLead(body)).toMatchObject({ ok: false, details: [{ message: 'Envie um lead por vez.' }] });
  });

  it('reads a label in any case, with any accents, prefix, suffix and punctuation', () => {
    const LABELS = {
      name: ['nome', 'name', 'nome completo', 'full name', 'full_name'],
      email: ['email', 'e-mail', 'e_mail', 'E-mail Address', 'endereço de email', 'melhor e-mail'],
      phone: ['telefone', 'phone', 'celular', 'whatsapp', 'phone_number', 'número de telefone', 'celular/whatsapp'],
    } as const;
    const field = fc.constantFrom('name', 'email', 'phone');
    const labelled = field.chain((one) => fc.constantFrom(...LABELS[one]).map((label) => [one, label] as const));
    const cased = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.normalize('NFD'),
      (text) => [...text].map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter)).join(''),
      (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
    );
    const before = fc.constantFrom(
      '',
      'No Label ',
      'your-',
      'Seu ',
      'Qual é o seu ',
      'form_fields ',
      'field_',
      'lead_',
      'Digite seu ',
      ' * ',
    );
    const after = fc.constantFrom('', ' *', ':', '?', ' (obrigatório)', '-1', '_482', ' field_1a2b3c', ' aqui', ' ');
    fc.assert(
      fc.property(labelled, cased, before, after, ([one, label], change, prefix, suffix) => {
        expect(meaningOfLabel(change(`${prefix}${label}${suffix}`))?.field).toBe(one);
      }),
    );
  });
});
