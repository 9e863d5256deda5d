import { describe, expect, it } from 'vitest';
import { ERRORS, ErrorAnswer, type ErrorCode, errorText, wireError } from './errors.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];
/** Enough for every sentence of the list. */
const params = {
  ...{ sentence: 'Valor inválido.', missing: ['postgres'], seconds: 90, days: 400, max: 20, most: 20 },
  ...{
    line: 2,
    rows: 5_000,
    mebibytes: 1,
    columns: ['custo'],
    questions: ['Em que moeda está?'],
    characters: 5_000,
    source: 'Google',
    platform: 'Facebook',
    day: '2026-11-20',
    from: '2024-10-20',
    limit: 'R$ 1.000,00',
    left: 'R$ 0,00',
    currency: 'USD',
    scope: 'spend',
    read: 'gzip',
    time: '14:02',
  },
};
const sentenceOf = (code: ErrorCode) => errorText(code, ...([params] as never));

describe('the errors of the API', () => {
  it('have a kebab-case code, a status of an error and a sentence without a gap', () => {
    for (const code of codes) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(ERRORS[code][0]).toBeGreaterThanOrEqual(400);
      expect(sentenceOf(code)).toMatch(/^\p{Lu}(?!.*(undefined|null|NaN)).+$/u);
    }
  });

  it('are what an error answer may hold', () => {
    for (const code of codes) {
      const message = sentenceOf(code);
      const answer = { message, error: wireError(code, message), requestId: 'r' };
      expect(ErrorAnswer.safeParse(answer).success, code).toBe(true);
    }
    expect(ErrorAnswer.safeParse({ message: 'x', error: 'no-such-code', requestId: 'r' }).success).toBe(false);
  });

  it('answer the sentence as the code on the sign-in calls alone', () => {
    expect(wireError('wrong-credentials', 'Email ou senha incorretos')).toBe('Email ou senha incorretos');
    expect(wireError('unauthorized', sentenceOf('unauthorized'))).toBe('unauthorized');
  });
});
