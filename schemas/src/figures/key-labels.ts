import { placeName } from '../primitives/place-name.ts';
import { checkoutLabel, KIND_LABELS, paymentLabel } from '../texts/conversions.ts';
import { dayText } from '../texts/days.ts';
import { dimensionOf, type FigureDimension } from './dimensions.ts';

const DEVICES: Readonly<Record<string, string>> = {
  mobile: 'Celular',
  desktop: 'Computador',
  unknown: 'Desconhecido',
};

const ATTRIBUTIONS: Readonly<Record<string, string>> = {
  click: 'Pelo click',
  utm: 'Pelas UTMs do checkout',
  manual: 'Por uma pessoa',
  none: 'Sem click',
};

/** An answer may name one that this version does not know: it is shown as it is. */
const wordOf = (words: Readonly<Record<string, string>>) => (key: string) =>
  Object.hasOwn(words, key) ? (words[key] ?? key) : key;
/** The document's word for what has no source. */
const directOr = (key: string): string => (key === 'direct' ? 'Direct' : key);
const inBrazil = (key: string): string => placeName(key, 'Brasil');

const IN_WORDS: Partial<Readonly<Record<FigureDimension, (key: string) => string>>> = {
  day: dayText,
  week: (key) => `Semana de ${dayText(key)}`,
  month: dayText,
  hour: (key) => `${key}h`,
  source: directOr,
  channel: directOr,
  placement: (key) => key.replaceAll('_', ' '),
  region: inBrazil,
  city: inBrazil,
  device: wordOf(DEVICES),
  kind: wordOf(KIND_LABELS),
  installments: (key) => `${key}x`,
  payment: paymentLabel,
  checkout: checkoutLabel,
  attribution: wordOf(ATTRIBUTIONS),
};

/** What people read for a key: its name, else the key in words, else what says that there is none. `name`: of an ad, a campaign and the like. */
export const keyLabel = (dimension: FigureDimension, key: string | null, name: string | null): string =>
  name ?? (key === null ? dimensionOf(dimension).absent : (IN_WORDS[dimension]?.(key) ?? key));
