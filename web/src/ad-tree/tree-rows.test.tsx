import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { describe, expect, test } from 'vitest';
import { columnsOfText, figureText, metricsOf } from './columns.tsx';
import { filtersBelow, filtersUpTo, firstLevel, pathOf } from './levels.ts';
import { rowsBelow, sortedGroups } from './tree-rows.ts';

type Group = FigureAnswer['rows'][number];
const group = (key: string | null, values: Group['values'], previous: Group['previous'] = null): Group => ({
  ...{ keys: [key], labels: [key ?? 'Sem'], values, previous },
});

describe('the path of a tree', () => {
  const filters = ['adset:is:s', 'channel:is:facebook', 'platformCampaign:is:c'];

  test('is what the filters choose one of, from the top, and leads one level down', () => {
    expect(pathOf(filters)).toEqual([
      { level: 'platformCampaign', key: 'c' },
      { level: 'adset', key: 's' },
    ]);
    expect(firstLevel(filters)).toBe('ad');
    expect(firstLevel(['ad:is:a'])).toBe('ad');
    expect(firstLevel(['platformCampaign:is:a,b', 'adset:not:s'])).toBe(firstLevel([]));
  });

  test('leads back, and leaves the other filters', () => {
    expect(filtersUpTo(filters, { level: 'platformCampaign', key: 'c' })).toEqual(filters.slice(1));
    expect(filtersUpTo(filters, undefined)).toEqual(['channel:is:facebook']);
  });

  test('is asked for with at most six filters, the lowest step always', () => {
    const path = [
      { level: 'platformCampaign', key: 'c' },
      { level: 'adset', key: 's,1' },
    ] as const;
    expect(filtersBelow([], path)).toEqual(['platformCampaign:is:c', 'adset:is:s%2C1']);
    const five = [1, 2, 3, 4, 5].map((number) => `city:is:${number}`);
    expect(filtersBelow(five, path)).toEqual([...five, 'adset:is:s%2C1']);
    expect(filtersBelow(five.slice(1), [{ level: 'adset', key: null }])).toEqual([...five.slice(1), 'adset:none']);
  });
});

describe('rows', () => {
  const groups = [group('a', { spend: 5, netProfit: -1 }), group(null, { spend: 90 }), group('b', { netProfit: 3 })];

  test('are sorted with what is unknown behind, and what is allocated to nothing last', () => {
    const keys = (sort: string) => sortedGroups(groups, sort, 'netProfit').map(({ keys }) => keys[0]);
    expect(keys('-spend')).toEqual(['a', 'b', null]);
    expect(keys('spend')).toEqual(['a', 'b', null]);
    expect(keys('-netProfit')).toEqual(['b', 'a', null]);
    expect(keys('-name')).toEqual(['b', 'a', null]);
  });

  test('of the first level alone have the wanted verdict, and say where they are among each other', () => {
    const evidence: Group['evidence'] = {
      ...{ spend: 9, conversions: 0, expected: 4 },
      ...{ counts: 'sales', direct: 0, kept: null, targets: [{ of: 'tenant', id: null }] },
    };
    const below = { verdict: 'below', probability: 0.97, evidence } as const;
    const rows = rowsBelow([], {
      ...{ level: 'adset', sort: '-spend', changed: 'netProfit', verdict: 'below' },
      open: new Set([JSON.stringify([['adset', 'a']])]),
      belowOf: (path) =>
        path.length === 0
          ? { state: 'there', rows: [{ ...group('a', {}), ...below }, group('b', {})], groups: 3 }
          : { state: 'there', rows: [group('ad', {})], groups: 1 },
    });
    expect(rows.map((row) => (row.kind === 'group' ? [row.name, row.siblings] : row.text))).toEqual([
      ['a', 1],
      ['ad', 1],
    ]);
  });

  test('of an open row are below it, and say when they are on their way, missing or cut', () => {
    const asked = { level: 'platformCampaign', sort: '-spend', changed: 'netProfit' } as const;
    const open = new Set([JSON.stringify([['platformCampaign', 'a']])]);
    const shown = (below: Parameters<typeof rowsBelow>[1]['belowOf']) =>
      rowsBelow([], {
        ...asked,
        open,
        belowOf: (path) => (path.length === 0 ? { state: 'there', rows: groups, groups: 3 } : below(path)),
      });
    expect(shown(() => ({ state: 'loading' })).map(({ kind, depth }) => [kind, depth])).toEqual([
      ['group', 1],
      ['loading', 2],
      ['group', 1],
      ['group', 1],
    ]);
    const rows = shown(() => ({ state: 'there', rows: [group('s', {})], groups: 4 }));
    expect(rows.map((row) => (row.kind === 'group' ? [row.name, row.isOpen, row.siblings] : row.text))).toEqual([
      ['a', true, 3],
      ['s', false, 1],
      'Mais 3, com menos gasto. Use um filtro para vê-los.',
      ['b', false, 3],
      ['Não alocado', undefined, 3],
    ]);
    expect(shown(() => ({ state: 'there', rows: [], groups: 0 }))[1]).toMatchObject({ kind: 'empty' });
  });
});

describe('columns', () => {
  test('are a set by its name, or those of a list, and ask for no more than they show', () => {
    expect(columnsOfText(undefined)).toEqual(columnsOfText('profit'));
    expect(columnsOfText('verdict,cpm,nothing')).toEqual(['cpm', 'verdict']);
    expect(columnsOfText('nothing')).toEqual(columnsOfText('profit'));
    expect(metricsOf(['budget', 'verdict', 'pagesPerClick'])).toEqual([
      ...['pageViews', 'clicks', 'spend', 'trackedSpend', 'conversions', 'roas', 'cpa', 'netProfit', 'revenue'],
    ]);
  });

  test('show what is unknown as such: no return on no spend, and none on spend of before', () => {
    expect(figureText('roas', { roas: 0, spend: 0 })).toBe('–');
    expect(figureText('cpa', { cpa: null, spend: null })).toBe('–');
    expect(figureText('roas', { roas: 2.14, spend: 1 })).toBe('2,14x');
    // All of the spend was before tracking began.
    const before = { spend: 4_730.77, conversions: 62, cpa: null, roas: 0, netRoas: 0 };
    expect((['cpa', 'roas', 'netRoas'] as const).map((column) => figureText(column, before))).toEqual(['–', '–', '–']);
    expect(figureText('roas', { spend: 90, conversions: 0, cpa: null, roas: 0 })).toBe('0,00x');
    expect(figureText('pagesPerClick', { pageViews: 3, clicks: 4 })).toBe('75,0%');
    expect(figureText('pagesPerClick', { pageViews: null, clicks: 4 })).toBe('–');
  });
});
