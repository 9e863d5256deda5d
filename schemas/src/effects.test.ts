import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Contract } from './contracts/define-contract.ts';
import { CONTRACTS } from './contracts/registry.ts';
import {
  EFFECTS,
  EFFECTS_OF,
  MADE_BY,
  PASSWORD_FIELDS,
  SUM_OF_DAY,
  WARNED_ACTIONS,
  WARNED_EFFECTS,
  WARNED_OTHERWISE,
  warnsAdministrators,
} from './effects.ts';

/** Over with its answer. */
const LETS_OUT_ONCE = ['conversions.buyer', 'conversions.contact', 'privacy.search', 'privacy.export'];

/** Changes something, or gives a file. */
const isAct = ({ method, csv, status }: Contract): boolean => method !== 'GET' || csv === true || status === 302;
const acts = CONTRACTS.filter(isAct);

describe('effects of contracts', () => {
  it('are declared for each contract that changes something or gives a file, and for no other', () => {
    expect(Object.keys(EFFECTS_OF).sort()).toEqual(acts.map(({ name }) => name).sort());
  });

  it('decide about the password: it is asked, asked with some fields, or there is a reason', () => {
    for (const { name, fresh } of acts) {
      const { effects, password } = EFFECTS_OF[name]!;
      expect({ name, fresh: fresh === true }).toEqual({ name, fresh: password === 'always' });
      if (fresh) expect(effects, name).not.toEqual([]);
      if (effects.length > 0 && typeof password === 'object') expect(password.notBecause, name).not.toBe('');
    }
  });

  it('name the fields with which the password is asked, each with its effect', () => {
    const some = acts.filter(({ name }) => EFFECTS_OF[name]?.password === 'fields');
    expect(Object.keys(PASSWORD_FIELDS).sort()).toEqual(some.map(({ name }) => name).sort());
    for (const [name, fields] of Object.entries(PASSWORD_FIELDS)) {
      const declared = EFFECTS_OF[name]?.effects ?? [];
      for (const effect of Object.values(fields)) expect(declared, name).toContain(effect);
    }
  });

  it('ask for the password wherever an ad platform may spend more, but where the platform asks itself', () => {
    const without = acts.filter(({ name }) => {
      const { effects, password } = EFFECTS_OF[name]!;
      return effects.includes('moves-money') && typeof password === 'object';
    });
    expect(without.map(({ name }) => name).sort()).toEqual([
      'ad-platforms.link-all',
      'facebook.finish-connecting',
      'facebook.link-all',
    ]);
  });

  it('leave a line in the audit log, which the API writes; but for files of sums, in which no person is', () => {
    const written = sourceOf(new URL('../../api/src/', import.meta.url));
    for (const { name } of acts) {
      const { effects, audit } = EFFECTS_OF[name]!;
      if (effects.length > 0 && name !== 'figures.export') expect(audit, name).not.toEqual([]);
      for (const action of audit) expect(isWritten(written, action), `${name}: ${action}`).toBe(true);
    }
  });

  it('are mailed to administrators where they reach beyond the screens, or to the person, or there is a reason', () => {
    const written = sourceOf(new URL('../../api/src/', import.meta.url));
    const reaching = acts.filter(({ name }) =>
      EFFECTS_OF[name]!.effects.some((effect) => WARNED_EFFECTS.some((one) => one === effect)),
    );
    const mailed = reaching.filter(({ name }) => warnsAdministrators(name));
    const otherwise = reaching.filter(({ name }) => !warnsAdministrators(name));
    expect(otherwise.map(({ name }) => name).sort()).toEqual(Object.keys(WARNED_OTHERWISE).sort());
    for (const { name } of mailed) {
      for (const action of EFFECTS_OF[name]!.audit) expect(WARNED_ACTIONS.get(action), name).toBeDefined();
    }
    expect(new Set(WARNED_ACTIONS.keys())).toEqual(new Set(mailed.flatMap(({ name }) => EFFECTS_OF[name]!.audit)));
    for (const [name, how] of Object.entries(WARNED_OTHERWISE)) {
      if ('person' in how) expect(written.includes(`kind: '${how.person}'`), name).toBe(true);
      else expect(how.notBecause, name).not.toBe('');
    }
  });

  it('are mailed wherever the password is asked, but within the sum of a day and for a tenant with one person', () => {
    const silent = Object.entries(WARNED_OTHERWISE).flatMap(([name, how]) => ('person' in how ? [] : [name]));
    expect(silent.filter((name) => typeof EFFECTS_OF[name]?.password === 'string')).toEqual([
      ...['ad-actions.ask', 'ad-actions.undo', 'companies.open'],
    ]);
  });

  it('are mailed of calls with fields where one that reaches beyond the screens was changed', () => {
    expect(WARNED_ACTIONS.get('tenant.change')).toEqual(['requireSecondFactor', 'budgetRaisePerDay']);
    expect(WARNED_ACTIONS.get('campaign.edit')).toEqual(['destinationUrl']);
    expect(WARNED_ACTIONS.get('postback.create')).toBe('always');
  });

  it('say of each contract that moves money what it has to do with the sum of a day, and of no other', () => {
    const moving = acts.filter(({ name }) => EFFECTS_OF[name]!.effects.includes('moves-money'));
    expect(Object.keys(SUM_OF_DAY).sort()).toEqual(moving.map(({ name }) => name).sort());
    // What counts asks for the password where it raises spend, so that neither can be had without the other.
    const counting = Object.keys(SUM_OF_DAY).filter((name) => SUM_OF_DAY[name] === 'counts');
    for (const name of counting) expect(EFFECTS_OF[name]?.password, name).toBe('fields');
  });

  it('know all that goes on letting something out without the person who set it up', () => {
    const goesOn = acts.filter(
      ({ name, csv }) =>
        EFFECTS_OF[name]!.effects.includes('lets-out') && csv !== true && !LETS_OUT_ONCE.includes(name),
    );
    const known = new Set<string>([...Object.values(MADE_BY), 'postbacks.change']);
    expect(goesOn.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    for (const name of Object.values(MADE_BY)) expect(EFFECTS_OF[name], name).toBeDefined();
  });

  it('have each a meaning and a contract', () => {
    const used = new Set(Object.values(EFFECTS_OF).flatMap(({ effects }) => effects));
    expect([...used].sort()).toEqual(Object.keys(EFFECTS).sort());
  });
});

/** Files are recorded by the name of their list. */
const isWritten = (source: string, action: string): boolean =>
  source.includes(`'${action}'`) ||
  // Imports of both kinds are undone at one place.
  source.includes(`.${action.split('.')[1]}\``) ||
  (action.endsWith('.export') && source.includes(`'${action.split('.')[0]}'`));

const sourceOf = (folder: URL): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(fileURLToPath(new URL(file, folder)), 'utf8'))
    .join('\n');
