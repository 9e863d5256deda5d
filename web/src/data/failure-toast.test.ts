import { describe, expect, it } from 'vitest';
import { CallError, NO_ANSWER } from './call.ts';
import { sentenceOf } from './failure-toast.ts';

describe('sentenceOf', () => {
  it('prefers the message of the server, then the message for no answer, then the fallback', () => {
    const answer = { message: 'Email ou senha incorretos', error: 'Email ou senha incorretos', requestId: '1' };
    expect(sentenceOf(new CallError('401: …', 401, answer), 'Login failed')).toBe('Email ou senha incorretos');
    expect(sentenceOf(new CallError(NO_ANSWER, 0), 'Login failed')).toBe(NO_ANSWER);
    expect(sentenceOf(new CallError('502: <html>', 502), 'Login failed')).toBe('Login failed');
    expect(sentenceOf(new Error('unreadable'), 'Login failed')).toBe('Login failed');
  });
});
