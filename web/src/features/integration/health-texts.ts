import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { HealthDetail, HealthLine, HealthLineId } from '@tracker/schemas/contracts/tracking-health.contract';
import { isOfOneNetwork } from '@tracker/schemas/health/tracking-rules';
import { formatCount, formatCounted, formatMoney, formatPercent } from '../../format/figures.ts';

interface LineTexts {
  title: string;
  /** What the line's figure says. */
  value: (value: number) => string;
  /** How to mend it. */
  mend: string;
  /** A detail in words; the moment of its last event follows by itself. */
  detail: (detail: HealthDetail) => string;
}

const nameOfCheckout = (id: string) => {
  const known = CheckoutId.safeParse(id);
  return known.success ? CHECKOUTS[known.data].label : id;
};
const counted = (singular: string, plural: string) => (value: number) => formatCounted(value, singular, plural);
const countOf = ({ value }: HealthDetail) => formatCount(value ?? 0);

const ofOthers = ({ isUnknown }: HealthDetail) => (isUnknown ? ' (não é um dos seus sites)' : '');

const REASONS: Readonly<Record<string, string>> = {
  'no-id': 'sem ID do click: o comprador não passou por um link com o script',
  'unknown-click': 'com um ID que não é de um click desta empresa',
  'utm-only': 'só com UTMs: o canal é conhecido, o click não',
};

export const HEALTH_TEXTS: Readonly<Record<HealthLineId, LineTexts>> = {
  script: {
    title: 'Script nas páginas',
    value: counted('página vista', 'páginas vistas'),
    mend: 'Clicks chegam, mas nenhuma página dos seus sites fala com o script. Confira se ele está na página de destino.',
    detail: (one) => `${one.name}: ${countOf(one)}${ofOthers(one)}`,
  },
  'tracked-sales': {
    title: 'Conversões com rastreamento',
    value: formatPercent,
    mend: 'Conversões perdem o click no caminho. A linha abaixo diz por quê.',
    detail: (one) =>
      one.name === 'sales'
        ? `de ${formatCounted(one.value ?? 0, 'conversão', 'conversões')}`
        : `nos 7 dias antes: ${formatPercent(one.value)}`,
  },
  'direct-sales': {
    title: 'Conversões diretas',
    value: counted('conversão sem click', 'conversões sem click'),
    mend: 'Ponha o script na página que leva ao checkout: ele leva o ID do click no link.',
    detail: (one) => `${countOf(one)} ${REASONS[one.name] ?? one.name}`,
  },
  'raw-macros': {
    title: 'Macros dos anúncios',
    value: counted('com a macro sem valor', 'com a macro sem valor'),
    mend: 'O anúncio manda o nome da macro no lugar do valor. Cole os parâmetros no campo que a plataforma preenche.',
    detail: (one) => `${one.name}: ${countOf(one)}`,
  },
  'silent-checkouts': {
    title: 'Checkouts em silêncio',
    value: counted('em silêncio', 'em silêncio'),
    mend: 'Um checkout que vendia parou de avisar. Confira o endereço do webhook no painel dele.',
    detail: (one) => nameOfCheckout(one.name),
  },
  'refused-deliveries': {
    title: 'Avisos recusados',
    value: counted('recusado', 'recusados'),
    mend: 'Avisos chegam e não são aceitos. Veja o motivo de cada um; quase sempre é o segredo.',
    detail: (one) => `${nameOfCheckout(one.name)}: ${countOf(one)}`,
  },
  'clicks-without-views': {
    title: 'Clicks pagos sem página vista',
    value: counted('campanha', 'campanhas'),
    mend: 'Quem clica não chega a ver a página: script ausente, página lenta ou link errado.',
    detail: (one) => `${one.name}: ${formatCounted(one.value ?? 0, 'click', 'clicks')}`,
  },
  'spend-without-clicks': {
    title: 'Gasto sem clicks',
    value: counted('campanha', 'campanhas'),
    mend: 'A campanha gasta e nenhum click chega. Confira os links dos seus anúncios.',
    detail: (one) => `${one.name}: ${formatMoney(one.value)}`,
  },
  bots: {
    title: 'Robôs',
    value: formatPercent,
    mend: 'Muitos clicks parecem de robôs. Eles não entram nos números; veja de onde vêm em Logs de Clicks.',
    detail: (one) =>
      one.name === 'bots' ? `${countOf(one)} de robôs` : `de ${formatCounted(one.value ?? 0, 'click', 'clicks')}`,
  },
  'button-without-link': {
    title: 'Botões sem link',
    value: counted('toque sem o click', 'toques sem o click'),
    mend: 'Seu botão não é um link: o checkout não recebe o código do click. Troque-o por um link, ou use as duas linhas do guia.',
    detail: (one) => `${one.name}: ${countOf(one)}${ofOthers(one)}`,
  },
  'script-copied': {
    title: 'Cópia do script',
    value: counted('página', 'páginas'),
    mend: 'Um plugin ou o site serve uma cópia do script, que não recebe correções. Exclua mc.js da otimização e limpe o cache.',
    detail: (one) => `${one.name}${ofOthers(one)}`,
  },
  'broken-links': {
    title: 'Links de anúncio quebrados',
    value: counted('visita perdida', 'visitas perdidas'),
    mend: 'Quem seguiu um destes links viu um aviso de link incompleto e não a sua página. Copie o link da campanha de novo e troque-o no anúncio.',
    detail: (one) => `${one.name}: ${countOf(one)}`,
  },
  'unreadable-bodies': {
    title: 'Avisos que não puderam ser lidos',
    value: counted('aviso não lido', 'avisos não lidos'),
    mend: 'Um checkout mandou um conteúdo quebrado. Ele está guardado: veja onde está a falha, corrija o envio no checkout e use Reprocessar.',
    detail: (one) => `${nameOfCheckout(one.name)}: ${countOf(one)}`,
  },
};

/** From where most of what a line warns of came. */
export const networksText = (networks: HealthLine['networks']): string => {
  const parts = networks.map(({ network, percent }) => `${network} (${formatPercent(percent)})`).join(', ');
  return `De onde veio: ${parts}.${isOfOneNetwork(networks) ? ' Quase tudo veio de uma rede só: pode ser alguém de fora.' : ''}`;
};

export const LEVEL_TEXTS: Readonly<Record<HealthLine['level'], string>> = {
  ok: 'Tudo certo',
  warn: 'Atenção',
  none: 'Sem dados',
};
