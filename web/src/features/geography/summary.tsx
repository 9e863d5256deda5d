import type { KnownGeography } from '../../breakdown/known-geography.ts';
import { deviceLabel } from '../../format/devices.ts';
import { formatCount, formatPercent, formatRate, NO_FIGURE } from '../../format/figures.ts';
import type { Stat } from '../../ui/stat-cards.tsx';
import { share, totalsOf } from './parts.ts';

const NAMES = ['Total de Clicks', 'Conversões', 'Países', 'Principal Dispositivo'];

export function summaryStats(geography: KnownGeography | undefined): Stat[] {
  if (!geography) {
    return NAMES.map((name) => ({ name, text: undefined, note: '…' }));
  }
  const { clicks, conversions, rate, located } = totalsOf(geography);
  const [country] = geography.countries;
  const [device] = geography.devices;
  const cards: [string, string][] = [
    [formatCount(clicks), `${formatPercent(located)} com país conhecido`],
    [formatCount(conversions), `Com tracking · taxa ${formatRate(rate, clicks)}`],
    [formatCount(geography.countries.length), country ? `Mais clicks: ${country.country}` : 'Nenhum conhecido'],
    [
      device ? deviceLabel(device.deviceType) : NO_FIGURE,
      device ? `${formatPercent(share(device.clickCount, clicks))} dos clicks` : '',
    ],
  ];
  return NAMES.map((name, index) => ({ name, text: cards[index]?.[0], note: cards[index]?.[1] }));
}

/** What filters leave unknown; the filters above say why. */
export const UNKNOWN_STATS = NAMES.map((name) => ({
  name,
  text: NO_FIGURE,
  note: 'Não se sabe com estes filtros',
}));
