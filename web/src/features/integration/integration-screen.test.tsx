import { screen, waitFor, within } from '@testing-library/react';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { listConversionImports, undoConversionImport } from '@tracker/schemas/contracts/conversion-imports.contract';
import {
  confirmSite,
  readIntegration,
  readScriptStatus,
  removeSite,
  ScriptStatus,
} from '@tracker/schemas/contracts/integration.contract';
import { HealthLine, readTrackingHealth } from '@tracker/schemas/contracts/tracking-health.contract';
import type { Instant } from '@tracker/schemas/primitives/time';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  atStandstill,
  choose,
  chooseByKeyboard,
  expectAccessible,
  inToast,
  later,
  openApp,
  plain,
  pressOn,
  settle,
  stopClock,
} from '../../../test/app.tsx';
import { api, refusal } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, NOW, sample } from '../../../test/samples.ts';

const URL_BASE = 'https://t.example.com';

beforeEach(() => {
  api.answer(readIntegration, { publicUrl: URL_BASE, sites: { confirmed: [], ofCampaigns: [] } });
  api.answer(listCampaigns, [campaign()]);
  api.answerEmpty();
});

const codeOf = (what: string) => plain(screen.getByRole('region', { name: `Código: ${what}` }));
const scriptCode = () => codeOf('código do script');
const open = async (address = '/integration') => {
  const app = openApp(address);
  await screen.findByRole('region', { name: 'Código: código do script' });
  await settle();
  return app;
};
const tag = (parameters: string) => `<script async src="${URL_BASE}/mc.js?${parameters}"></script>`;

describe('the generated tag', () => {
  test('defaults to lastpaid, 90 days, every page view and the company’s campaign', {
    tags: ['§2.9', '§9.23'],
  }, async () => {
    await open();
    expect(scriptCode()).toBe(
      tag(`attribution=lastpaid&amp;cookieduration=90&amp;defaultcampaignid=${CAMPAIGN_ID}&amp;regviewonce=false`),
    );
    await expectAccessible();
  });

  test('follows the form and keeps it in the URL', { tags: ['§2.9'] }, async () => {
    const { user, address } = await open();
    await chooseByKeyboard(user, screen.getByRole('combobox', { name: 'Modelo de atribuição' }), /firstpaid/);
    const days = screen.getByLabelText('Duração do cookie (dias)');
    await user.clear(days);
    await user.type(days, '30');
    await user.type(screen.getByLabelText(/^Domínio do cookie/), '.loja.com.br');
    await user.click(screen.getByLabelText(/^Registrar visualização uma vez/));
    await user.click(screen.getByLabelText(/^Contar as rotas depois de #/));
    const expected = tag(
      `attribution=firstpaid&amp;cookiedomain=.loja.com.br&amp;cookieduration=30&amp;defaultcampaignid=${CAMPAIGN_ID}&amp;regviewonce=true&amp;hashviews=true`,
    );
    await waitFor(() => expect(scriptCode()).toBe(expected));
    const shared = address();
    expect(new URLSearchParams(shared.split('?')[1]).get('days')).toContain('30');
    await choose(user, 'ID da campanha padrão', 'Nenhuma');
    await waitFor(() => expect(scriptCode()).not.toContain('defaultcampaignid'));
  });

  test('leaves out what is not valid, and says why', async () => {
    const { user } = await open();
    const days = screen.getByLabelText('Duração do cookie (dias)');
    await user.clear(days);
    await user.type(days, '0');
    await screen.findByText('Informe um número inteiro de 1 a 400.');
    await user.type(screen.getByLabelText(/^Domínio do cookie/), 'https://loja.com.br');
    await screen.findByText('Informe só o domínio, sem https:// e sem caminho.');
    expect(scriptCode()).not.toContain('cookiedomain');
    await expectAccessible();
  });
});

describe('the check of the installation', () => {
  test('waits for a first page view, shows it, and waits for another one on demand', async () => {
    const { user } = await open();
    await screen.findByText('Aguardando a primeira visualização...');
    const seen = { lastViewAt: NOW, lastViewPage: 'loja.example.com/oferta', host: 'loja.example.com' };
    api.answer(readScriptStatus, sample(ScriptStatus, seen));
    await later(3_000);
    await screen.findByText('Script detectado');
    screen.getByText('loja.example.com/oferta');
    await user.click(screen.getByRole('button', { name: 'Testar de novo' }));
    await screen.findByText('Aguardando uma nova visualização...');
    api.answer(
      readScriptStatus,
      sample(ScriptStatus, {
        ...seen,
        lastViewAt: '2026-11-20T15:01:00.000Z',
        lastViewPage: 'loja.example.com/obrigado',
      }),
    );
    await later(3_000);
    await screen.findByText('loja.example.com/obrigado');
  });
});

describe('the sites of the company', () => {
  test('take a page that is not known only after a person confirmed it', async () => {
    const unknown = { at: NOW as Instant, host: 'loja.example.com', page: 'loja.example.com/oferta' };
    api.answer(readScriptStatus, sample(ScriptStatus, { lastViewAt: null, unknown }));
    api.answer(confirmSite, null);
    const { user } = await open();
    await screen.findByText('loja.example.com/oferta');
    expect(screen.queryByText('Script detectado')).toBeNull();
    screen.getByText(/Confirme só um site que é seu/);
    await expectAccessible();
    const seen = { lastViewAt: NOW as Instant, lastViewPage: 'loja.example.com/oferta', host: 'loja.example.com' };
    api.answer(readScriptStatus, sample(ScriptStatus, { ...seen, unknown: null }));
    api.answer(readIntegration, { publicUrl: URL_BASE, sites: { confirmed: ['loja.example.com'], ofCampaigns: [] } });
    await user.click(screen.getByRole('button', { name: 'Sim, loja.example.com é meu site' }));
    await inToast('Site confirmado', 'As páginas de loja.example.com contam agora.');
    await screen.findByText('Script detectado');
    expect(api.asked(confirmSite)).toMatchObject([{ body: { host: 'loja.example.com' } }]);
  });

  test('are listed, and those that a person confirmed can be removed', async () => {
    const sites = { confirmed: ['blog.example.com'], ofCampaigns: ['oferta.example.com'] };
    api.answer(readIntegration, { publicUrl: URL_BASE, sites });
    api.answer(removeSite, null);
    const { user } = await open();
    await screen.findByText('oferta.example.com');
    await user.click(screen.getByRole('button', { name: 'Remover blog.example.com dos seus sites' }));
    await waitFor(() => expect(api.asked(removeSite)).toMatchObject([{ params: { host: 'blog.example.com' } }]));
    expect(screen.queryByRole('button', { name: /Remover oferta/ })).toBeNull();
  });
});

test('offers for each ad platform a link with its own macros', { tags: ['§7.6'] }, async () => {
  api.answer(listCampaigns, [campaign({ destinationUrl: 'https://loja.example.com/oferta' })]);
  const { user } = await open();
  for (const [platform, macro] of [
    ['Google Ads', '{campaignid}'],
    ['TikTok Ads', '__CAMPAIGN_ID__'],
    ['Kwai', '__CAMPAIGN_ID__'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: platform }));
    const direct = codeOf(`link direto para ${platform}`);
    expect(direct).toContain(`${URL_BASE}/track/${CAMPAIGN_ID}?tsource=`);
    expect(direct).toContain(`sub3=${macro}`);
  }
});

test('keeps reference in a tab of its own, to which the URL and links to its parts lead', async () => {
  const { user, address } = await open();
  expect(screen.queryByRole('heading', { name: 'Endpoints da API' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Referência' }));
  await screen.findByRole('heading', { name: 'Endpoints da API' });
  expect(address()).toBe('/integration?tab=reference');
  expect(screen.queryByRole('heading', { name: 'Gerador do script' })).toBeNull();
  await expectAccessible();
  await user.click(screen.getByRole('tab', { name: 'Instalar' }));
  await screen.findByRole('heading', { name: 'Gerador do script' });
});

test('opens the tab of a part that a link names', async () => {
  openApp('/integration#endpoints');
  await screen.findByRole('heading', { name: 'Endpoints da API' });
  screen.getByRole('heading', { name: 'Endereços de checkout' });
});

describe('the health of the tracking', () => {
  const line = (id: HealthLine['id'], level: HealthLine['level'], value: number | null, detail: object[] = []) =>
    sample(HealthLine, {
      ...{ id, level, value, networks: [], count: null, where: null, since: null },
      detail: detail.map((one) => ({ isUnknown: false, ...one })) as HealthLine['detail'],
    });

  test('says of each line whether it is well, and where to mend it', async () => {
    api.answer(readTrackingHealth, {
      lines: [
        line('script', 'ok', 12, [
          { name: 'loja.example.com/oferta', value: 12, at: NOW },
          { name: 'golpe.example/pix', value: 1, at: null, isUnknown: true },
        ]),
        line('tracked-sales', 'warn', 61.5, [
          { name: 'sales', value: 13, at: null },
          { name: 'before', value: 90, at: null },
        ]),
        line('silent-checkouts', 'warn', 1, [{ name: 'kiwify', value: 4, at: NOW }]),
        {
          ...line('raw-macros', 'warn', 1, [{ name: 'Black Friday', value: 1, at: NOW }]),
          networks: [{ network: '198.51.100.0', percent: 97.5 }],
        },
        line('bots', 'none', null),
      ],
    });
    openApp('/integration', { as: 'editor' });
    const card = within(await screen.findByRole('region', { name: 'Saúde do rastreamento' }));
    const [script, tracked, checkouts, macros, bots] = await card.findAllByRole('heading', { level: 3 });
    const of = (heading: HTMLElement | undefined) => plain(heading?.closest('li') ?? null);
    expect(of(script)).toBe(
      'Script nas páginas12 páginas vistasloja.example.com/oferta: 12, a última em 20/11/2026 12:00:00golpe.example/pix: 1 (não é um dos seus sites)',
    );
    expect(of(tracked)).toContain('61,5%Conversões perdem o click no caminho.');
    expect(of(tracked)).toContain('de 13 conversõesnos 7 dias antes: 90');
    expect(of(checkouts)).toContain('Um administrador resolve isso na tela Webhook.Kiwify, a última em');
    expect(of(bots)).toBe('RobôsSem dados');
    expect(card.getAllByLabelText('Atenção')).toHaveLength(3);
    expect(card.getByRole('link', { name: 'Copiar os parâmetros' }).getAttribute('href')).toBe('#links');
    expect(of(macros)).toContain('O anúncio manda o nome da macro');
    expect(of(macros)).toContain('De onde veio: 198.51.100.0 (97,5%). Quase tudo veio de uma rede só');
    await expectAccessible();
  });

  test('names the pages of a button without a link and of a copied script, and shows text of strangers as text', async () => {
    const [page, since] = ['loja.example.com/oferta', '2026-11-18T15:00:00.000Z' as Instant];
    const hostile = 'golpe.example/<img src=x onerror=alert(1)>';
    api.answer(readTrackingHealth, {
      lines: [
        {
          ...line('button-without-link', 'warn', 7, [
            { name: page, value: 7, at: NOW },
            { name: hostile, value: 900, at: NOW, isUnknown: true },
          ]),
          ...{ count: 7, where: page, since },
        },
        { ...line('script-copied', 'warn', 1, [{ name: page, value: null, at: NOW }]), count: 1, where: page, since },
      ],
    });
    openApp('/integration', { as: 'editor' });
    const card = within(await screen.findByRole('region', { name: 'Saúde do rastreamento' }));
    const [button, copied] = await card.findAllByRole('heading', { level: 3 });
    const item = (heading: HTMLElement | undefined) => heading?.closest('li') ?? null;
    expect(plain(item(button))).toBe(
      'Botões sem link7 toques sem o clickSeu botão não é um link: o checkout não recebe o código do click. Troque-o por um link, ou use as duas linhas do guia. ' +
        `Desde 18/11/2026 12:00:00. Ver as duas linhas${page}: 7, a última em 20/11/2026 12:00:00` +
        `${hostile}: 900 (não é um dos seus sites), a última em 20/11/2026 12:00:00`,
    );
    expect(plain(item(copied))).toContain(`Como instalar${page}, a última em 20/11/2026 12:00:00`);
    expect(item(button)?.querySelector('img')).toBeNull();
    const guide = card.getByRole('link', { name: 'Ver as duas linhas' }).getAttribute('href');
    expect(document.querySelector(`${guide}`)?.textContent).toContain('TrafficTracker.decorate(url)');
    await expectAccessible();
  });

  test('is asked for again after a failure', async () => {
    api.answer(readTrackingHealth, refusal(500));
    const { user } = openApp('/integration', { as: 'admin' });
    const card = within(await screen.findByRole('region', { name: 'Saúde do rastreamento' }));
    await card.findByText('Não foi possível carregar os dados.');
    api.answer(readTrackingHealth, { lines: [line('bots', 'ok', 2.5)] });
    await user.click(card.getByRole('button', { name: 'Tentar de novo' }));
    await card.findByText('Robôs');
  });
});

describe('copying', () => {
  test('confirms for two seconds and with a toast', { tags: ['§2.9', '§8.19', '§9.24'] }, async () => {
    const { user } = await open();
    const button = screen.getByRole('button', { name: 'Copiar código do script' });
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    stopClock();
    await pressOn(user, button);
    await atStandstill(() => expect(button.textContent).toBe('Copiado'));
    expect(write).toHaveBeenCalledWith(scriptCode());
    await atStandstill(() => screen.getByText('Copied!'));
    await later(1_999);
    expect(button.textContent).toBe('Copiado');
    await later(1);
    expect(button.textContent).toBe('Copiar');
  });

  test('shows a toast when it fails', { tags: ['§8.19'] }, async () => {
    const { user } = await open();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copiar código do script' }));
    await inToast('Error', 'Failed to copy to clipboard');
  });
});

describe('the imported files', () => {
  const stored = {
    ...{ importId: 'ci_1', at: NOW, by: 'Ana Souza', format: 'hotmart' as const, rows: 3, undone: false },
    days: { first: '2026-03-02', last: '2026-03-04' },
  };

  test('say what came, when and from whom, and are taken back after a question', async () => {
    api.answer(listConversionImports, [stored, { ...stored, importId: 'ci_0', by: null, format: null, undone: true }]);
    const { user } = await open();
    const list = within(await screen.findByRole('list', { name: 'Arquivos importados' }));
    expect(list.getAllByRole('listitem').map(plain)).toEqual([
      'Relatório da Hotmart: 3 vendasDe 02/03/2026 a 04/03/2026 · importado em 20/11/2026 12:00:00 · por Ana SouzaDesfazer',
      'Arquivo: 3 vendasDe 02/03/2026 a 04/03/2026 · importado em 20/11/2026 12:00:00Desfeita',
    ]);
    await expectAccessible();
    await user.click(list.getByRole('button', { name: /^Desfazer a importação de/ }));
    api.answer(undoConversionImport, null);
    api.answer(listConversionImports, [{ ...stored, undone: true }]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Desfazer importação?' }));
    await user.click(dialog.getByRole('button', { name: 'Desfazer importação' }));
    await inToast('Importação desfeita');
    expect(api.asked(undoConversionImport).map(({ params }) => params)).toEqual([{ importId: 'ci_1' }]);
    await waitFor(() => expect(list.queryByRole('button', { name: /^Desfazer/ })).toBeNull());
  });
});
