/** Two people change one thing: what the second one did not see is never lost. */
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeLead } from './testing/leads.ts';
import { bodyFields, NOW, type StaffedTenant, useApi } from './testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

interface Change {
  readonly url: string;
  /** As it is before anybody changes it. */
  readonly seen: Readonly<Record<string, unknown>>;
  /** What another person makes of the same fields, and what the first one wants. */
  readonly theirs: Readonly<Record<string, unknown>>;
  readonly ours: Readonly<Record<string, unknown>>;
}

const made = async (url: string, payload: object): Promise<{ id: string; campaignId: string }> => {
  const answer = await tenant.admin.ask({ method: 'POST', url, payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const patch = (url: string, payload: object) => tenant.admin.ask({ method: 'PATCH', url, payload });

const CHANGES: Readonly<Record<string, () => Promise<Change>>> = {
  'campaigns.edit': async () => {
    const to = (name: string) => ({ name, destinationUrl: `https://loja.com/${name}`, targetCpa: '9.9' });
    const { campaignId } = await made('/api/campaigns', { name: 'velha', destinationUrl: 'https://loja.com/velha' });
    const seen = { ...to('velha'), targetCpa: null };
    return {
      url: `/api/campaigns/${campaignId}`,
      seen,
      theirs: to('nova'),
      ours: { ...to('minha'), targetCpa: '9.91' },
    };
  },
  'products.change': async () => {
    const of = (price: string, ...ids: string[]) => ({
      price,
      aliases: ids.map((productId) => ({ checkout: 'kiwify', productId })),
    });
    const { id } = await made('/api/products', { name: 'Curso', ...of('10', 'a', 'b') });
    return {
      ...{ url: `/api/products/${id}`, seen: of('10.00', 'b', 'a') },
      ...{ theirs: of('12', 'a', 'b', 'c'), ours: of('15', 'a') },
    };
  },
  'costs.change': async () => {
    const seen = { percent: '5', note: 'antes' };
    const { id } = await made('/api/costs', { kind: 'revenue-tax', from: '2036-01-01', ...seen });
    return {
      url: `/api/costs/${id}`,
      ...{ seen, theirs: { percent: '6', note: 'dela' }, ours: { percent: '7', note: 'meu' } },
    };
  },
  'leads.edit': async () => {
    const id = await storeLead(api.stack, tenant, { at: NOW, email: 'ana@x.co' });
    const seen = { status: 'new', notes: '' };
    return {
      ...{ url: `/api/leads/${id}`, seen, theirs: { status: 'contacted', notes: 'ligar' } },
      ours: { status: 'lost', notes: 'desistiu' },
    };
  },
  'postbacks.change': async () => {
    const to = (name: string) => ({ name, url: `https://parceiro.com/${name}?clickid={clickid}` });
    const { id } = await made('/api/postbacks', { ...to('velho'), enabled: true });
    return { url: `/api/postbacks/${id}`, seen: to('velho'), theirs: to('novo'), ours: to('meu') };
  },
  'views.change': async () => {
    const { id } = await made('/api/views', { screen: 'analytics', name: 'velha', search: 'f=a' });
    const to = (name: string) => ({ name, search: `f=${name}` });
    return {
      url: `/api/views/${id}`,
      seen: { name: 'velha', search: 'f=a' },
      ...{ theirs: to('nova'), ours: to('minha') },
    };
  },
  'tenant.change': async () => {
    const url = `/api/tenants/${tenant.tenantId}`;
    const { name, timeZone, retention, targetRoas } = (await tenant.admin.ask(url)).json();
    const of = (word: string, zone: string, clicksMonths: number, roas: string) => ({
      ...{ name: word, timeZone: zone, retention: { ...retention, clicksMonths }, targetRoas: roas },
    });
    return {
      ...{ url, seen: { name, timeZone, retention, targetRoas } },
      theirs: of('Nova', 'America/Manaus', 20, '2.5'),
      ours: of('Minha', 'America/Recife', 22, '3'),
    };
  },
  'profile.change': async () => {
    const { firstName, lastName } = (await tenant.admin.ask('/api/profile')).json();
    const seen = { firstName, lastName };
    const theirs = { firstName: 'Beatriz', lastName: 'Moura' };
    return { url: '/api/profile', seen, theirs, ours: { firstName: 'Eva', lastName: 'Reis' } };
  },
};

/** A choice of one value that its person sees: the last one is meant. */
const LAST_ONE_IS_MEANT = [
  'ad-platforms.change-link',
  'conversions.attribute',
  'facebook.change-link',
  'onboarding.change',
  'users.change-owner',
  'users.change-role',
  'webhook-keys.change',
];

test('every change of several fields takes what its sender saw', () => {
  const patches = CONTRACTS.filter(({ method }) => method === 'PATCH');
  expect(patches.filter((contract) => bodyFields(contract).includes('seen')).map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(CHANGES)),
  );
  expect(
    patches
      .filter((contract) => !bodyFields(contract).includes('seen'))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(LAST_ONE_IS_MEANT);
});

describe.each(Object.entries(CHANGES))('%s', (_name, begin) => {
  test('refuses, with what is stored, each field that another person changed meanwhile, and changes nothing then', async () => {
    const { url, seen, theirs, ours } = await begin();
    for (const field of Object.keys(seen)) {
      expect((await patch(url, { [field]: theirs[field], seen: { [field]: seen[field] } })).statusCode).toBe(200);
      const refused = await patch(url, { ...ours, seen });
      expect([refused.statusCode, refused.json().error]).toEqual([409, 'changed-meanwhile']);
      expect(Object.keys(refused.json().fields)).toEqual(Object.keys(refused.json().current));
      expect(Object.keys(refused.json().current)).toContain(field);
      // Who wants the same is refused nothing.
      expect((await patch(url, { [field]: theirs[field], seen: { [field]: seen[field] } })).statusCode).toBe(200);
      const known = Object.keys(refused.json().current);
      expect(known).toEqual(Object.keys(seen).slice(0, known.length));
    }
    const all = await patch(url, { ...ours, seen: theirs });
    expect(all.statusCode, all.body).toBe(200);
  });

  test('leaves fields that are not given, and changes them without being asked where nothing is seen', async () => {
    const { url, seen, theirs, ours } = await begin();
    const [first = '', ...others] = Object.keys(seen);
    for (const field of others) {
      expect((await patch(url, { [field]: theirs[field], seen: { [field]: seen[field] } })).statusCode).toBe(200);
    }
    const changed = await patch(url, { [first]: ours[first], seen: { [first]: seen[first] } });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await patch(url, ours)).statusCode).toBe(200);
  });
});

test('one of two that change the same field at once is refused', async () => {
  const { url, seen, theirs, ours } = await (CHANGES['tenant.change'] as () => Promise<Change>)();
  const asked = [theirs, ours].map(({ name }) => patch(url, { name, seen: { name: seen.name } }));
  const answers = await Promise.all(asked);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});
