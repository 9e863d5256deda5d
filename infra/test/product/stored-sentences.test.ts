import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ERRORS, type ErrorCode, errorText } from '@tracker/schemas/texts/errors';
import { describe, expect, it } from 'vitest';
import { portugueseIn, sentenceIn } from './stored-sentences.ts';

describe('the search for stored sentences', () => {
  it.each([
    'o segredo não confere',
    'o corpo não é um objeto JSON',
    'O Facebook limitou as chamadas por um tempo.',
    '{"error":"A venda ainda está sendo processada.","at":1}',
    'O servidor respondeu com o erro 500.',
  ])('finds %j', (text) => {
    expect(portugueseIn(text)).toBeDefined();
  });

  it.each([
    'another sync of the tenant is under way',
    'the store refuses the row: Cannot parse as DateTime64',
    'campaign_not_linked',
    '{"code":"days_of_account","accountZone":"America/Sao_Paulo"}',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)',
  ])('passes over %j', (text) => {
    expect(portugueseIn(text)).toBeUndefined();
  });

  it('finds the sentences of the API, but for those of a few words', () => {
    const params = {
      sentence: '',
      missing: [],
      seconds: 90,
      days: 400,
      max: 20,
      columns: [],
      questions: [],
      characters: 1,
      day: '',
      from: '',
    };
    const sentences = (Object.keys(ERRORS) as ErrorCode[])
      .map((code) => errorText(code, ...([params] as never)))
      .filter((sentence) => sentence.split(' ').length > 4);
    expect(sentences.length).toBeGreaterThan(40);
    expect(sentences.filter((sentence) => portugueseIn(sentence) === undefined)).toEqual([]);
  });

  it('leaves out the columns that others fill, and no other of the same table', () => {
    const text = 'o segredo não confere';
    expect(sentenceIn('postgres campaigns.name', text)).toBeUndefined();
    expect(sentenceIn('postgres campaigns.status', text)).toBe(text);
    expect(sentenceIn('clickhouse webhook_deliveries.body', text)).toBeUndefined();
    expect(sentenceIn('clickhouse webhook_deliveries.reason_code', text)).toBe(text);
    expect(sentenceIn('clickhouse dead_letters.reason', text)).toBe(text);
  });
});

describe('the programs', () => {
  it('take the sentences that people read from schemas/src/texts', () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const isOther = (path: string) => /node_modules|\.test\.ts$|\/testing\//.test(path);
    const sources = globSync('{api,ingest,processor,infra/src,infra/cli}/**/*.ts', { cwd: root });
    expect(sources.length).toBeGreaterThan(300);
    const found = sources
      .filter((path) => !isOther(path))
      .flatMap((path) => {
        const code = readFileSync(root + path, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
        const literals = code.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g);
        return [...literals].flatMap(([literal]) => portugueseIn(literal) ?? []).map((text) => `${path}: ${text}`);
      });
    expect(found).toEqual([]);
  });
});
