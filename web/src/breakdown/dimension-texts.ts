import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { checkoutLabel, paymentLabel } from '../format/conversions.ts';
import { placeName } from '../format/places.ts';

interface DimensionTexts {
  /** For the select and the column header. */
  readonly label: string;
  /** For what lacks the key. */
  readonly absent: string;
  /** For keys that nobody named. */
  readonly key?: (key: string) => string;
  /** The key stands below the name: people look for it in the ad platform. */
  readonly showsKey?: true;
}

const DEVICES: Readonly<Record<string, string>> = {
  mobile: 'Celular',
  desktop: 'Computador',
  unknown: 'Desconhecido',
};

/** The document's word for what has no source. */
const directOr = (key: string): string => (key === 'direct' ? 'Direct' : key);

const TEXTS: Record<Dimension, DimensionTexts> = {
  campaign: { label: 'Campanha', absent: 'Sem campanha', showsKey: true },
  source: { label: 'Fonte', absent: 'Direct', key: directOr },
  channel: { label: 'Canal', absent: 'Direct', key: directOr },
  ad: { label: 'Anúncio', absent: 'Sem anúncio', showsKey: true },
  adset: { label: 'Conjunto de anúncios', absent: 'Sem conjunto', showsKey: true },
  placement: {
    label: 'Posicionamento',
    absent: 'Sem posicionamento',
    key: (key) => key.replaceAll('_', ' '),
  },
  country: { label: 'País', absent: 'País desconhecido' },
  region: { label: 'Estado ou região', absent: 'Região desconhecida', key: (key) => placeName(key, 'Brasil') },
  device: { label: 'Dispositivo', absent: 'Sem dispositivo', key: (key) => DEVICES[key] ?? key },
  hour: { label: 'Hora do dia', absent: '–', key: (key) => `${key}h` },
  weekday: { label: 'Dia da semana', absent: '–' },
  product: { label: 'Produto', absent: 'Sem produto', showsKey: true },
  payment: { label: 'Pagamento', absent: 'Sem forma de pagamento', key: paymentLabel },
  checkout: { label: 'Checkout', absent: 'Sem checkout', key: checkoutLabel },
};

export const dimensionLabel = (dimension: Dimension): string => TEXTS[dimension].label;

/** What a group is called: its name, else its key in words, else what says that it has none. */
export function groupName(dimension: Dimension, key: string | null, name: string | null): string {
  const { absent, key: inWords } = TEXTS[dimension];
  return name ?? (key === null ? absent : (inWords?.(key) ?? key));
}

/** The id below the name; undefined where the name says it all. */
export function groupId(dimension: Dimension, key: string | null, name: string | null): string | undefined {
  return TEXTS[dimension].showsKey && key !== null && name !== null ? key : undefined;
}
