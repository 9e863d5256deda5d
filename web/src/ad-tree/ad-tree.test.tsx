import { screen, waitFor, within } from '@testing-library/react';
import { ListedAdObject, listAdObjects } from '@tracker/schemas/contracts/ad-objects.contract';
import { askFigures, FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { choose, expectAccessible, openApp, plain } from '../../test/app.tsx';
import { api, refusal } from '../../test/fake-api.ts';
import { NOW, sample } from '../../test/samples.ts';

type Answer = z.input<typeof FigureAnswer>;
type Row = Answer['rows'][number];

const values = (spend: number | null, conversions: number, netProfit: number | null) => ({
  ...{
    spend,
    conversions,
    netProfit,
    revenue: conversions * 100,
    cpa: spend && conversions ? spend / conversions : null,
  },
  roas: spend ? (conversions * 100) / spend : null,
});
const row = (
  key: string | null,
  label: string,
  [spend, conversions, profit]: [number | null, number, number | null],
  more: Partial<Row> = {},
): Row => ({
  ...{ keys: [key], labels: [label], values: values(spend, conversions, profit), previous: values(spend, 10, 100) },
  ...more,
});
const BELOW: Partial<Row> = {
  verdict: 'below',
  probability: 0.98,
  evidence: {
    ...{ spend: 388.7, conversions: 2, expected: 7.8 },
    ...{ counts: 'sales', direct: 0, kept: null, targets: [{ of: 'tenant', id: null }] },
  },
};

const LEVELS: Readonly<Record<string, readonly Row[]>> = {
  platformCampaign: [
    row('c1', 'Curso CBO', [800.8, 11, -146.7]),
    row('c2', 'Remarketing', [60, 0, -68.3]),
    row(null, 'Sem', [null, 3, 290]),
  ],
  adset: [row('s1', 'LAL 1 %', [800.8, 11, -146.7])],
  ad: [row('a1', 'VSL 01 Ana', [412.1, 9, 181.2]), row('a2', 'Carrossel', [388.7, 2, -327.9], BELOW)],
};

beforeEach(() => {
  api.answerEmpty();
  api.answer(askFigures, ({ query: { by = '' } }) => {
    const rows = LEVELS[by] ?? [];
    return sample(FigureAnswer, {
      ...{ rows: [...rows], groups: rows.length },
      total: { values: values(860.8, 14, 75), previous: values(860.8, 10, 150) },
    });
  });
  api.answer(listAdObjects, ({ query: { level, ids } }) =>
    (ids ?? []).map((id) =>
      sample(ListedAdObject, {
        ...{
          id,
          level: level ?? 'ad',
          platform: 'facebook',
          name: id,
          at: NOW,
          pageUrl: `https://ads.example/${id}`,
          effectiveStatus: id === 'a2' ? 'PAUSED' : 'ACTIVE',
        },
        budget:
          level === 'campaign'
            ? { kind: 'daily', amount: '100.00' as never, currency: 'BRL', level: 'campaign', sharedWith: 0 }
            : null,
      }),
    ),
  );
});

const grid = () => screen.findByRole('treegrid', { name: /o que está abaixo/ });
const rowNamed = async (name: RegExp) => within(await grid()).findByRole('row', { name });
const namesOf = async () =>
  within(await grid())
    .getAllByRole('row')
    .map((one) => plain(one.querySelector('[role=gridcell]')))
    .filter((text) => text !== '');
const focused = () => plain(document.activeElement?.querySelector('[role=gridcell]') ?? null);

describe('the tree of ads', () => {
  test('lists campaigns with state, budget, figures, change and total, what belongs to none last', async () => {
    openApp('/analytics?tab=ads');
    const first = await rowNamed(/Curso CBO/);
    await waitFor(() => expect(plain(first)).toContain('R$ 100,00'));
    expect([...first.querySelectorAll('[role=gridcell]')].map(plain)).toEqual([
      ...[
        'ativa no FacebookCurso CBO',
        'R$ 100,00por dia',
        'R$ 800,80',
        '11',
        'R$ 72,80',
        '1,37x',
        '-R$ 146,70',
        '-247 %',
        '–',
        '',
      ],
    ]);
    expect((await namesOf()).map((name) => name.replace('ativa no Facebook', ''))).toEqual([
      ...['Curso CBO', 'Remarketing', 'Não alocado', 'Total'],
    ]);
    expect(plain(await rowNamed(/^Total/))).toContain('R$ 860,80');
    expect(screen.getAllByRole('columnheader').map(plain)).toEqual([
      ...['Nome', 'Orçamento', 'Gasto', 'Conv.', 'CPA', 'ROAS', 'Lucro líquido', 'Δ lucro', 'Veredito', 'Ações'],
    ]);
    await expectAccessible();
  });

  test('opens a row in place, and asks for its parts alone', async () => {
    const { user } = openApp('/analytics?tab=ads&f=channel:is:facebook');
    await user.click(await screen.findByRole('button', { name: 'Abrir Curso CBO' }));
    await user.click(await screen.findByRole('button', { name: 'Abrir LAL 1 %' }));
    const ad = await rowNamed(/Carrossel/);
    expect(ad.getAttribute('aria-level')).toBe('3');
    expect(ad.getAttribute('aria-setsize')).toBe('2');
    expect(api.asked(askFigures).find(({ query }) => query.by === 'ad')?.query).toMatchObject({
      f: ['channel:is:facebook', 'platformCampaign:is:c1', 'adset:is:s1'],
    });
    expect(within(ad).getByRole('button', { name: /Abaixo da meta \(98.%\)/ })).toBeTruthy();
    await waitFor(() => expect(plain(ad)).toContain('pausado no Facebook'));
    expect(within(ad).getByRole('link', { name: 'Abrir a2 no Facebook, em outra aba' }).getAttribute('href')).toBe(
      'https://ads.example/a2',
    );
    await user.click(screen.getByRole('button', { name: 'Fechar Curso CBO' }));
    expect(within(await grid()).queryByRole('row', { name: /Carrossel/ })).toBeNull();
  });

  test('compares days that are over: today has no hours of spend to be compared with', async () => {
    api.answer(askFigures, ({ query: { by = '', from = '', to = '', compare } }) => {
      const isOver = to === '2026-11-19';
      const rows = (LEVELS[by] ?? []).map((one) => ({
        ...{ ...one, values: values(100, 10, isOver ? 150 : 800) },
        previous: compare === undefined ? null : values(100, 10, isOver ? 100 : null),
      }));
      return sample(FigureAnswer, { period: { from, to }, rows, groups: rows.length });
    });
    const { user } = openApp('/analytics?tab=ads');
    const changeIn = (one: HTMLElement) => plain(one.querySelectorAll('[role=gridcell]')[7] ?? null);
    await waitFor(async () => expect(changeIn(await rowNamed(/Curso CBO/))).toBe('+50 %'));
    await user.click(screen.getByRole('button', { name: 'Abrir Curso CBO' }));
    await waitFor(async () => expect(changeIn(await rowNamed(/LAL 1/))).toBe('+50 %'));
    const asked = api.asked(askFigures).filter(({ query }) => query.by === 'adset');
    expect(asked.map(({ query: { to, compare, weekdays } }) => [to, compare, weekdays])).toEqual([
      ['2026-11-20', undefined, undefined],
      ['2026-11-19', 'previous', 'same'],
    ]);
    screen.getByText(/Δ compara 22\/10 a 19\/11 com 17\/09 a 15\/10\./);
  });

  test('shows that a comparison is on its way, and asks again for one that failed', async () => {
    const rows = LEVELS.platformCampaign ?? [];
    const shown = sample(FigureAnswer, { rows: [...rows], groups: rows.length, total: { values: {}, previous: null } });
    let compared: () => Answer | Promise<Answer> | ReturnType<typeof refusal> = () => waiting.promise;
    const waiting = Promise.withResolvers<Answer>();
    api.answer(askFigures, ({ query: { to, by } }) => (to === '2026-11-19' && by ? compared() : shown));
    const { user } = openApp('/analytics?tab=ads');
    const change = async () => plain((await rowNamed(/Curso CBO/)).querySelectorAll('[role=gridcell]')[7] ?? null);
    await waitFor(async () => expect(await change()).toBe('Carregando'));
    compared = () => refusal(500, 'Fora do ar');
    waiting.reject(new TypeError('fetch failed'));
    const alert = await screen.findByRole('alert');
    expect(await change()).toBe('–');
    compared = () => shown;
    await user.click(within(alert).getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(async () => expect(await change()).toBe('-247 %'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('compares today until the same hour, and by revenue where ads are in sight, whose spend until then no one knows', async () => {
    const { user } = openApp('/analytics?tab=ads&period=today');
    await rowNamed(/Curso CBO/);
    const [asked] = api.asked(askFigures).filter(({ query }) => query.by === 'platformCampaign');
    expect(asked?.query).toMatchObject({ to: '2026-11-20', compare: 'previous' });
    screen.getByText(/Δ compara com 19\/11 até a mesma hora\.$/);
    const heads = () => screen.getAllByRole('columnheader').map(plain);
    expect(heads()).toContain('Δ lucro');
    await user.click(screen.getByRole('button', { name: 'Abrir Curso CBO' }));
    await waitFor(() => expect(heads()).toContain('Δ receita'));
    // R$ 1,100 and R$ 1,000.
    expect(plain(await rowNamed(/LAL 1/))).toContain('+10 %');
    screen.getByText(/É da receita: o que anúncios e conjuntos gastaram até uma hora do dia não é conhecido\.$/);
    await user.click(screen.getByRole('button', { name: 'Abrir LAL 1 %' }));
    await rowNamed(/Carrossel/);
    await user.click(screen.getByRole('button', { name: 'Fechar Curso CBO' }));
    await waitFor(() => expect(heads()).toContain('Δ lucro'));
  });

  test('goes one level down with a click, and back by its path', async () => {
    const { user, address } = openApp('/analytics?tab=ads');
    await user.click(within(await rowNamed(/Curso CBO/)).getByText('Curso CBO'));
    expect(address()).toBe('/analytics?tab=ads&f=platformCampaign:is:c1');
    await rowNamed(/LAL 1/);
    await user.click(
      within(await screen.findByRole('navigation', { name: 'Caminho' })).getByRole('button', { name: 'Campanhas' }),
    );
    expect(address()).toBe('/analytics?tab=ads');
  });

  test('is walked through by keyboard', async () => {
    const { user, address } = openApp('/analytics?tab=ads');
    (await rowNamed(/Curso CBO/)).focus();
    await user.keyboard('{ArrowRight}');
    await rowNamed(/LAL 1/);
    await user.keyboard('{ArrowRight}');
    expect(focused()).toContain('LAL 1 %');
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toContain('Curso CBO');
    await user.keyboard('{End}');
    expect(focused()).toContain('Não alocado');
    await user.keyboard('{Home}{ArrowLeft}');
    expect(within(await grid()).queryByRole('row', { name: /LAL 1/ })).toBeNull();
    await user.keyboard('{ArrowDown} ');
    screen.getByText('1 selecionado');
    await user.keyboard('{Enter}');
    expect(address()).toBe('/analytics?tab=ads&f=platformCampaign:is:c2');
  });

  test('filters by the rows that are selected', async () => {
    const { user, address } = openApp('/analytics?tab=ads');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar Curso CBO' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar Remarketing' }));
    await user.click(screen.getByRole('button', { name: 'Ver só estes' }));
    expect(address()).toBe('/analytics?tab=ads&f=platformCampaign:is:c1,c2');
  });

  test('shows where ads of one name run', async () => {
    const ABOVE: Readonly<Record<string, string>> = { a1: 's1', a2: 's2', s1: 'c1', s2: 'c1' };
    const NAMES: Readonly<Record<string, string>> = { c1: 'Curso CBO', s1: 'LAL 1 %', s2: 'Aberto' };
    api.answer(listAdObjects, ({ query: { level, ids } }) =>
      (ids ?? []).map((id) =>
        sample(ListedAdObject, {
          ...{ id, level: level ?? 'ad', platform: 'facebook', name: NAMES[id] ?? 'Vídeo', at: NOW },
          parentId: ABOVE[id] ?? null,
        }),
      ),
    );
    const ads = [row('a1', 'Vídeo', [9, 1, 1]), row('a2', 'Vídeo', [8, 1, 1]), row('a3', 'Estático', [7, 0, -7])];
    api.answer(askFigures, sample(FigureAnswer, { rows: ads, groups: 3 }));
    openApp('/analytics?tab=ads&level=ad&f=channel:is:facebook');
    await waitFor(async () =>
      expect(await namesOf()).toEqual(
        [...['VídeoCurso CBO › LAL 1 %', 'VídeoCurso CBO › Aberto', 'Estático', 'Total']].map((name) =>
          expect.stringContaining(name),
        ),
      ),
    );
  });

  test('shows on a phone what an ad cost and its verdict, and no return on no spend', async () => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media.includes('width') });
    const rows = [row('a2', 'Carrossel', [388.7, 1, -327.9], BELOW), row(null, 'Sem', [0, 3, 290])];
    api.answer(askFigures, sample(FigureAnswer, { rows, groups: 2 }));
    openApp('/analytics?tab=ads&level=ad');
    const ad = await rowNamed(/Carrossel/);
    expect(plain(ad)).toMatch(/Carrossel-R\$ 327,90ROAS 0,26x · 1 conversãogasto R\$ 388,70Abaixo da meta \(98 %\)$/);
    expect(plain(await rowNamed(/Não alocado/))).toBe('Não alocadoR$ 290,003 conversõesgasto R$ 0,00');
    await expectAccessible();
  });

  test('acts on what is selected also below a closed row, of one level alone, and of this list alone', async () => {
    api.answer(listAdObjects, ({ query: { level, ids } }) =>
      (ids ?? []).map((id) =>
        sample(ListedAdObject, {
          ...{ id, level: level ?? 'ad', platform: 'facebook', name: id, at: NOW, spendAt: NOW },
          ...{ effectiveStatus: 'ACTIVE', switch: 'on', canChange: true },
        }),
      ),
    );
    const { user } = openApp('/analytics?tab=ads&f=channel:is:facebook');
    await user.click(await screen.findByRole('button', { name: 'Abrir Curso CBO' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar LAL 1 %' }));
    await user.click(screen.getByRole('button', { name: 'Fechar Curso CBO' }));
    const bar = within(screen.getByRole('toolbar', { name: 'Ações na seleção' }));
    await bar.findByRole('button', { name: 'Pausar 1' });
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar Remarketing' }));
    await bar.findByText(/selecione só campanhas, só conjuntos ou só anúncios\.$/);
    expect(bar.queryByRole('button', { name: /^Pausar/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remover o filtro Canal é facebook' }));
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Ações na seleção' })).toBeNull());
  });

  /** So many campaigns, of which a platform may change those with an even number. */
  const answerCampaigns = (count: number, isOpenTo: (id: string) => boolean = () => true) => {
    const ids = Array.from({ length: count }, (_, index) => `k${index}`);
    const rows = [
      ...ids.map((id, index) => row(id, `Campanha ${id}`, [900 - index, 1, 10])),
      row(null, 'Sem', [1, 1, 1]),
    ];
    api.answer(askFigures, ({ query: { by, f = [] } }) => {
      const shown = by !== 'platformCampaign' ? (LEVELS[by ?? ''] ?? []) : f.length > 0 ? rows.slice(0, 2) : rows;
      return sample(FigureAnswer, { rows: [...shown], groups: shown.length });
    });
    api.answer(listAdObjects, ({ query: { level, ids: asked } }) =>
      (asked ?? []).map((id) =>
        sample(ListedAdObject, {
          ...{ id, level: level ?? 'ad', platform: 'facebook', name: id, at: NOW, spendAt: NOW, switch: 'on' },
          ...{ effectiveStatus: 'ACTIVE', canChange: isOpenTo(id) },
        }),
      ),
    );
  };
  const selectAll = async () => {
    const box = await screen.findByRole('checkbox', { name: /^Selecionar todas as campanhas mostradas/ });
    return box as HTMLInputElement;
  };
  const status = () => plain(within(screen.getByRole('toolbar', { name: 'Ações na seleção' })).getByRole('status'));

  test('selects with one box all campaigns that are shown and can be acted on, through any order, and none of them again', async () => {
    answerCampaigns(6, (id) => id !== 'k3');
    const { user } = openApp('/analytics?tab=ads');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar Campanha k1' }));
    const box = await selectAll();
    await waitFor(() => expect(box.indeterminate).toBe(true));
    expect(box.checked).toBe(false);
    box.focus();
    await user.keyboard(' ');
    expect(status()).toBe('5 selecionados');
    expect([box.checked, box.indeterminate]).toEqual([true, false]);
    expect((screen.getByRole('checkbox', { name: 'Selecionar Campanha k3' }) as HTMLInputElement).checked).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Nome' }));
    expect(status()).toBe('5 selecionados');
    expect((await selectAll()).checked).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Abrir Campanha k1' }));
    await rowNamed(/LAL 1/);
    // What is below a row is of another level, which no action takes together with it.
    expect((await selectAll()).checked).toBe(true);
    await expectAccessible();
    await user.click(await selectAll());
    expect(screen.queryByRole('toolbar', { name: 'Ações na seleção' })).toBeNull();
    expect((await selectAll()).checked).toBe(false);
  });

  test('selects all of the level of which rows are selected already, and by the keys of other lists', async () => {
    const { user } = openApp('/analytics?tab=ads&f=channel:is:facebook');
    answerCampaigns(2);
    await user.click(await screen.findByRole('button', { name: 'Abrir Campanha k0' }));
    await user.click(await screen.findByRole('button', { name: 'Abrir LAL 1 %' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar Carrossel' }));
    await user.click(await screen.findByRole('checkbox', { name: /^Selecionar todos os anúncios mostrados/ }));
    expect(status()).toBe('2 selecionados');
    await user.click(screen.getByRole('button', { name: 'Limpar a seleção' }));
    (await rowNamed(/Carrossel/)).focus();
    await user.keyboard('{Control>}a{/Control}');
    expect(status()).toBe('2 selecionados');
    expect((await selectAll()).checked).toBe(true);
  });

  test('selects no more than may be acted on at once, says so, and nothing that a filter hides', async () => {
    answerCampaigns(58);
    const { user } = openApp('/analytics?tab=ads');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar Campanha k55' }));
    const box = await selectAll();
    await user.click(box);
    expect(status()).toBe('Só 50 de 58 selecionados: é o máximo de uma vez.');
    expect([box.checked, box.indeterminate]).toEqual([false, true]);
    const isChecked = (name: string) =>
      (screen.getByRole('checkbox', { name: `Selecionar Campanha ${name}` }) as HTMLInputElement).checked;
    expect(['k0', 'k48', 'k49', 'k55'].map(isChecked)).toEqual([true, true, false, true]);
    // No more can be added: the box takes the selection away.
    await user.click(box);
    expect(screen.queryByRole('toolbar', { name: 'Ações na seleção' })).toBeNull();
    await user.click(box);
    await user.click(within(await rowNamed(/Campanha k0 /)).getByText('Campanha k0'));
    expect(screen.queryByRole('toolbar', { name: 'Ações na seleção' })).toBeNull();
  });

  test.each([
    ['a screen', false],
    ['a phone', true],
  ])('offers no such box on %s where nothing can be acted on', async (_, isPhone) => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: isPhone && media.includes('width') });
    answerCampaigns(3, () => false);
    openApp('/analytics?tab=ads');
    await waitFor(async () => expect(plain(await rowNamed(/Campanha k1/))).toContain('ativa'));
    expect(screen.queryByRole('checkbox', { name: /^Selecionar todas/ })).toBeNull();
  });

  test('offers no such box to a viewer', async () => {
    answerCampaigns(3);
    openApp('/analytics?tab=ads', { as: 'viewer' });
    await waitFor(async () => expect(plain(await rowNamed(/Campanha k1/))).toContain('ativa'));
    expect(screen.queryByRole('checkbox', { name: /^Selecionar todas/ })).toBeNull();
  });

  test('selects all on a phone, too', async () => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media.includes('width') });
    answerCampaigns(3);
    const { user } = openApp('/analytics?tab=ads');
    await user.click(await selectAll());
    expect(status()).toBe('3 selecionados');
    await expectAccessible();
  });

  test('selects rows on a phone from their details, which write out what a change is of', async () => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media.includes('width') });
    const { user } = openApp('/analytics?tab=ads');
    await user.click(await screen.findByRole('button', { name: 'Detalhes de Curso CBO' }));
    const details = within(await screen.findByRole('dialog', { name: 'Curso CBO' }));
    details.getByText('De R$ 100,00 para -R$ 146,70');
    await expectAccessible();
    await user.click(details.getByRole('button', { name: 'Selecionar' }));
    await screen.findByText('1 selecionado');
    await user.click(screen.getByRole('button', { name: 'Detalhes de Curso CBO' }));
    await user.click(await screen.findByRole('button', { name: 'Tirar da seleção' }));
    await waitFor(() => expect(screen.queryByText('1 selecionado')).toBeNull());
  });

  test('keeps columns and comparison in the address, and the columns in the browser', async () => {
    const { user, address } = openApp('/analytics?tab=ads');
    await user.click(await screen.findByRole('radio', { name: 'Mídia' }));
    await waitFor(() => expect(address()).toBe('/analytics?tab=ads&columns=media'));
    expect(screen.getAllByRole('columnheader').map(plain)).toContain('CPM');
    await choose(user, 'Comparar com', 'Sem comparação');
    await waitFor(() => expect(address()).toContain('compare=none'));
    expect(screen.getAllByRole('columnheader').map(plain)).not.toContain('Δ gasto');
    expect(localStorage.getItem('ad-columns')).toBe('media');
    localStorage.removeItem('ad-columns');
  });

  test('says that a level failed, and asks for it again', async () => {
    const { user } = openApp('/analytics?tab=ads');
    await rowNamed(/Curso CBO/);
    api.answer(askFigures, refusal(500, 'Fora do ar'));
    await user.click(screen.getByRole('button', { name: 'Abrir Curso CBO' }));
    expect((await screen.findByText('Não foi possível carregar.')).getAttribute('role')).toBe('alert');
    api.answer(askFigures, sample(FigureAnswer, { rows: [...(LEVELS.adset ?? [])], groups: 1 }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await rowNamed(/LAL 1/);
  });

  test('says that there is nothing, and what to do', async () => {
    api.answer(askFigures, sample(FigureAnswer));
    openApp('/analytics?tab=ads&f=channel:is:kwai');
    expect(await screen.findByText('Nada com estes filtros')).toBeTruthy();
  });
});
