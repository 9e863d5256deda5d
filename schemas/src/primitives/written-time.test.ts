import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWrittenTime } from './written-time.ts';

const two = (value: number) => String(value).padStart(2, '0');
const EN = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Each way to write a day, in a file whose other rows say which number is the day. */
const DAYS: Readonly<Record<string, (date: Date) => string>> = {
  iso: (date) => date.toISOString().slice(0, 10),
  slashes: (date) => date.toISOString().slice(0, 10).replaceAll('-', '/'),
  compact: (date) => date.toISOString().slice(0, 10).replaceAll('-', ''),
  'pt-BR': (date) => date.toLocaleDateString('pt-BR', { timeZone: 'UTC' }),
  'pt-BR short': (date) => `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()}`,
  'pt-BR medium': (date) => date.toLocaleDateString('pt-BR', { timeZone: 'UTC', dateStyle: 'medium' }),
  'pt-BR long': (date) => date.toLocaleDateString('pt-BR', { timeZone: 'UTC', dateStyle: 'long' }),
  'pt-BR full': (date) => date.toLocaleDateString('pt-BR', { timeZone: 'UTC', dateStyle: 'full' }),
  'en-US medium': (date) => date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' }),
  'en-US long': (date) => date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' }),
  'en-US full': (date) => date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'full' }),
  'en-GB long': (date) => date.toLocaleDateString('en-GB', { timeZone: 'UTC', dateStyle: 'long' }),
  'RFC 2822': (date) => `${two(date.getUTCDate())} ${EN[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
};
const CLOCKS: Readonly<Record<string, (date: Date) => string>> = {
  full: (date) => date.toISOString().slice(11, 19),
  'one digit': (date) => date.toISOString().slice(11, 19).replace(/^0/, ''),
  'en-US': (date) => date.toLocaleTimeString('en-US', { timeZone: 'UTC' }),
  'pt-BR': (date) => date.toLocaleTimeString('pt-BR', { timeZone: 'UTC' }),
};

test('reads back every day and time that programs write, with any sign between them', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2017-01-01'), max: new Date('2036-12-31'), noInvalidDate: true }),
      fc.constantFrom(...Object.keys(DAYS)),
      fc.constantFrom(...Object.keys(CLOCKS)),
      fc.constantFrom(' ', ', ', ' às ', ', às ', ' - ', '  ', '\u00a0', '\u202f'),
      (date, day, clock, between) => {
        const text = `${DAYS[day]?.(date)}${day === 'compact' ? ' ' : between}${CLOCKS[day === 'compact' ? 'full' : clock]?.(date)}`;
        const whole = date.toISOString();
        expect([text, readWrittenTime(text, 'day')]).toEqual([
          text,
          { day: whole.slice(0, 10), time: whole.slice(11, 19), zone: undefined },
        ]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('reads any text at once, and gives only days that exist', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789/-.: ,deapmnovtz+([])_'), maxLength: 100 }), (text) => {
      const read = readWrittenTime(text);
      if (read) expect(new Date(`${read.day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(read.day);
    }),
    { numRuns: 2_000 },
  );
});
