import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanTag } from '../primitives/text.ts';
import { decodeText, meaningOf, readQuery, saysNothing } from './link-text.ts';
import { readTags } from './track.ts';

const NOTHING = [
  ...[
    'undefined',
    'Undefined',
    'null',
    'NULL',
    'None',
    'NaN',
    'n/a',
    '(not set)',
    '(not_set)',
    'not set',
    '(none)',
    '(not provided)',
  ],
  ...[
    '(direct)',
    '[object Object]',
    '[object Undefined]',
    ' undefined ',
    '\u200bnull\u200b',
    '%28not%20set%29',
    '%5Bobject%20Object%5D',
  ],
  // Meta, Google, Taboola, Microsoft, Kwai.
  ...[
    '{{ad.id}}',
    '{{ ad.name }}',
    '{creative}',
    '{campaign_item_id}',
    '{CampaignId}',
    '{keyword:default}',
    '__CID__',
    '__CAMPAIGN_ID__',
  ],
  // Outbrain, Revcontent and others.
  ...[
    '$ad_id$',
    '$section_name$',
    `\${SUBID}`,
    `\${campaign.id}`,
    '%%CAMPAIGN%%',
    '%%CACHEBUSTER%%',
    '%campaign_id%',
    '[CAMPAIGN_ID]',
    '[adid]',
  ],
  ...[
    '[click_id]',
    '[[ad.name]]',
    '<ad_id>',
    '<campaign name>',
    '#ad_id#',
    '##CAMPAIGN##',
    '@ad_id@',
    '*|CAMPAIGN_UID|*',
    '{% campaign %}',
    '{$id}',
  ],
  ...['%7B%7Bad.id%7D%7D', '%257Bsub1%257D', '%7Bsub1%7D'],
  // What programs print, and what only separates.
  ...[
    '-',
    '--',
    '—',
    '_',
    '.',
    '...',
    'false',
    'FALSE',
    '[null]',
    '[undefined]',
    '[]',
    '""',
    "''",
    '%22%22',
    '#N/A',
    '#REF!',
  ],
  // Marks of other senders, AMPscript's, and macros that were cut or not closed.
  ...['!ad_id!', '!campaign!', '~ad_id~', '%%=v(@campaign)=%%', '%25%25%3Dv(%40campaign)%3D%25%25', 'a %%=v(@x)=%%'],
  ...['{{ad.id', '{{ad.id}', '{{campaign.name', `\${ad.id`, 'fb_{{ad.i', '"{{ad.id}}"', '"undefined"', '={{ad.id}}'],
  // Within a text.
  ...[
    'fb_{{ad.id}}',
    '{{campaign.name}}|{{campaign.id}}',
    'Oferta __CAMPAIGN_NAME__ 1',
    'ob-$section_id$',
    'tb_{site}',
    'x%%AD_ID%%y',
  ],
];

const SOMETHING = [
  ...[
    'facebook',
    '120210',
    'Promoção de Natal',
    'R$ 97',
    'US$ 10',
    '30%desconto',
    '50% off',
    'a{b}',
    '[VENDAS] [ABO] Frio',
    '[TESTE 01]',
    '[VIDEO]',
  ],
  ...[
    '#natal',
    '#natal #promo',
    '<3',
    'a > b',
    'a__B__',
    '__promo__',
    'Nulo',
    'nullable',
    'undefined-1',
    '1 | 2',
    'Ad|120210',
    'A & B = C',
  ],
  ...[
    'C++',
    '@loja',
    'ana_id',
    '👩‍👧 família',
    '2º lote',
    '100%',
    'https://x.example/?a=b%20c',
    'lp/2?x=1',
    '(teste)',
    'Is null?',
    '[redacted]',
  ],
  // Marks that mean something.
  ...[
    'A/B',
    'v2.',
    'v1.0.',
    'Loja Ltda.',
    'S.A.',
    'Promo (teste)',
    '[ABO]',
    'Natal!',
    'Quer?',
    'TV 50"',
    'A/',
    'Olá :)',
    'Natal...',
  ],
  ...[
    "D'água",
    '"A" ou "B"',
    "'A' e 'B'",
    'falso',
    'falsely',
    'a - b',
    '-10%',
    '~10 reais',
    '!!',
    'a = b',
    'x -> y',
    '5*',
  ],
];

describe('values of tags', () => {
  test.each(NOTHING)('are empty where nothing was filled in: %j', (text) => {
    expect(cleanTag(text)).toBe('');
  });

  test.each(SOMETHING)('are what they are: %j', (text) => {
    expect(cleanTag(text)).toBe(text);
  });

  test.each([
    ['facebook\u200b', 'facebook'],
    ['\ufeff120210\u2060', '120210'],
    ['Campanha\u00a0A\u202f', 'Campanha A'],
    ['Campanha%20A%7C120210', 'Campanha A|120210'],
    ['Campanha%2520A%25257C120210', 'Campanha A|120210'],
    ['Campanha+A%7C1', 'Campanha A|1'],
    ['Promo%C3%A7%C3%A3o', 'Promoção'],
    ['Promo%25C3%25A7%25C3%25A3o', 'Promoção'],
    ['Promo%E7%E3o', 'Promoção'],
    ['Promoc%CC%A7a%CC%83o', 'Promoção'],
    ['3Dfacebook', 'facebook'],
    ['3Dcpc', 'cpc'],
    ['3D120210000000123', '120210000000123'],
    ['Promo=\r\nção', 'Promoção'],
    // Quotation marks of the program that wrote the link.
    ['"facebook"', 'facebook'],
    ["'facebook'", 'facebook'],
    ['“facebook”', 'facebook'],
    ['%22facebook%22', 'facebook'],
    ['&quot;facebook&quot;', 'facebook'],
    ['\\"Black Friday\\"', 'Black Friday'],
    ['"facebook', 'facebook'],
    ['facebook"', 'facebook'],
    ['"D\'água"', "D'água"],
    // The sentence around the link.
    ['facebook,', 'facebook'],
    ['facebook;', 'facebook'],
    ['facebook.', 'facebook'],
    ['facebook)', 'facebook'],
    ['facebook/', 'facebook'],
    ['facebook).', 'facebook'],
    ['facebook",', 'facebook'],
    ['facebook]', 'facebook'],
    ['facebook>', 'facebook'],
    ['facebook*', 'facebook'],
    ['120210000000123.', '120210000000123'],
    ['black-friday.', 'black-friday'],
    ['Black Friday,', 'Black Friday'],
    ['Promoção (A),', 'Promoção (A)'],
    ['=facebook', 'facebook'],
    ['==facebook', 'facebook'],
  ])('are read without what hides them: %j', (text, expected) => {
    expect(cleanTag(text)).toBe(expected);
  });

  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '%',
      '%25',
      '%7B',
      '%32%35',
      '\u200d',
      '\u200b',
      '🎉',
      '{',
      '}',
      '__A',
      '__',
      '+',
      '%E7',
      ' ',
      ...NOTHING,
      ...SOMETHING,
    ),
  );
  test('are clean once they were cleaned', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const clean = cleanTag(parts.join(''), 10_000);
        expect(cleanTag(clean, 10_000)).toBe(clean);
      }),
    );
  });

  test('are unchanged where they are plain words', () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ0-9][A-Za-zÀ-ÖØ-öø-ÿ0-9 .,:!-]{0,30}[A-Za-zÀ-ÖØ-öø-ÿ0-9]$/);
    fc.assert(
      fc.property(
        word.filter((text) => !saysNothing(text)),
        (text) => {
          expect(cleanTag(text)).toBe(text);
        },
      ),
    );
  });

  test.each(['%25%325', '{{', '%41?', '+', '__A', '$a', '?a', '*|', '[a_', '{%', '%7b', '\u200d', '%20'])(
    'cost little, also where one is full of %s',
    (part) => {
      const text = part.repeat(8_000 / part.length);
      const from = performance.now();
      cleanTag(text);
      readQuery(`a=${text}`);
      // Some 10 ms; what grows with the square of the length takes seconds.
      expect(performance.now() - from).toBeLessThan(1_000);
    },
  );
});

describe('queries', () => {
  const ALL = { source: '', utmSource: 'facebook', utmMedium: 'cpc', sub1: '120210' };
  test.each([
    'utm_source=facebook&utm_medium=cpc&sub1=120210',
    'utm_source=facebook&amp;utm_medium=cpc&amp;sub1=120210',
    'utm_source=facebook&amp;amp;utm_medium=cpc&#38;sub1=120210',
    'utm_source=facebook&amp%3Butm_medium=cpc&amp%3Bsub1=120210',
    'UTM_SOURCE=facebook&Utm_Medium=cpc&SUB1=120210',
    '?utm_source=facebook&utm_medium=cpc&sub1=120210',
    '??utm_source=facebook?utm_medium=cpc?sub1=120210',
    'x=1?utm_source=facebook&utm_medium=cpc&sub1=120210',
    'utm_source=facebook%26utm_medium=cpc%26sub1=120210',
    'utm_source=facebook%26amp%3Butm_medium%3Dcpc&sub1=120210',
    'utm_source=facebook%20utm_medium=cpc+sub1=120210',
    'utm_source=facebook%23utm_medium=cpc&sub1=120210',
    'utm_source=&utm_source=facebook&utm_medium=cpc&sub1=120210&sub1=2',
    'utm_source=3Dfacebook&utm_medium=3Dcpc&sub1=3D120210',
    // Out of JSON.
    'utm_source=facebook\\u0026utm_medium=cpc\\u0026sub1=120210',
    'utm_source=facebook%5Cu0026utm_medium=cpc%5cu0026sub1=120210',
    'utm_source=3Dfacebook&utm_medium=3Dcpc&sub1=3D120210=',
    'utm_source=3Dfacebook&amp;utm_medium=3Dcpc&amp;sub1=3D120210',
    'utm_source=3Dface=%0D%0Abook&utm_m=%0Aedium=3Dcpc&sub1=3D120210&fbclid=IwAR',
    'utm_source==facebook&utm_medium==cpc&sub1==120210',
    'utm_source[]=facebook&utm_medium[0]=cpc&sub1%5B%5D=120210',
    'utm-source=facebook&utm-medium=cpc&sub-1=120210',
    'utm.source=facebook&utm%20medium=cpc&sub_1=120210',
    'utmsource=facebook&utmMedium=cpc&sub1=120210',
    'utm_source:facebook&utm_medium%3Acpc&sub1:120210',
    'utm_source="facebook"&utm_medium=%22cpc%22&sub1=120210,',
    '"utm_source"="facebook"&utm_medium=cpc&sub1=120210).',
    '%20utm_source%20=%20facebook%20&utm%5Fmedium=cpc&sub1=120210%E2%80%8B',
  ])('are read as they were meant: %s', (query) => {
    expect(readTags(readQuery(query))).toMatchObject(ALL);
  });

  test.each([
    [
      'utm_source=google&utm_campaign=3D%20printing&utm_content=3D_modelos',
      { utmCampaign: '3D printing', utmContent: '3D_modelos' },
    ],
    ['utm_campaign=3D', { utmCampaign: '3D' }],
    ['utm_source=3Dfacebook', { utmSource: 'facebook' }],
    ['tsource=3Dtiktok&fbclid=3DIwAR', { source: 'tiktok' }],
    ['sub1=3D120210000000123', { sub1: '120210000000123' }],
    ['utm_source=3Dprint&sub1=3', { utmSource: '3Dprint' }],
    ['utm_source=3Dfacebook&utm_campaign=3DPromo=C3=A7=C3=A3o_A', { utmSource: 'facebook', utmCampaign: 'Promoção_A' }],
    ['utm_source=facebook&utm_term=a%3Db=', { utmTerm: 'a=b=' }],
  ])('have no quoted-printable where it is certain, and keep what may be a name: %s', (query, expected) => {
    expect(readTags(readQuery(query))).toMatchObject(expected);
  });

  test('leave the address of a page its own query', () => {
    expect(readQuery('referrer=https://x.example/?utm_source=a&sub1=1')).toEqual({
      referrer: 'https://x.example/?utm_source=a',
      sub1: '1',
    });
  });

  test('have letters of old encodings', () => {
    expect(readQuery('a=Promo%E7%E3o&b=%93Ol%E1%94+%96+2%BA&c=30%desconto&d=50%barato&e=%F0%9F%8E%89')).toEqual({
      a: 'Promoção',
      b: '“Olá” – 2º',
      c: '30%desconto',
      d: '50%barato',
      e: '🎉',
    });
  });

  test('read a form as a form', () => {
    const name = fc.stringMatching(/^[a-z_]{1,8}$/);
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'binary', minLength: 1 })), (fields) => {
        fc.pre(!Object.values(fields).some((text) => !text.isWellFormed() || saysNothing(text)));
        const query = Object.entries(fields).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
        const read = readQuery(query.join('&'));
        for (const [key, text] of Object.entries(fields))
          if (!/[+;#\s?&]+(?:amp;)*(?:utm_|tsource|sub|\w+clid)/i.test(text)) expect(read[key]).toBe(text);
      }),
    );
  });

  test('never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        readQuery(text);
        decodeText(text);
      }),
    );
  });
});

test('an ordinary text means what it would after all steps', () => {
  const part = fc.constantFrom(
    ...[
      'a',
      'Z',
      '7',
      'ç',
      'É',
      'ÿ',
      ' ',
      '  ',
      '.',
      ':',
      '|',
      '/',
      '-',
      '_',
      '__',
      '3D',
      'facebook',
      'black-friday',
      'not',
      'set',
    ],
    ...['undefined', 'null', 'none', 'n/a', 'false', 'http://', 'ADID', '%', '%20', '120210000000123'],
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const text = parts.join('');
      // What is invisible leads through all steps, and is taken out by the first.
      expect(meaningOf(text)).toBe(meaningOf(`${text}\u200b`));
    }),
    { numRuns: 5_000 },
  );
});
