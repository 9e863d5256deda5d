import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import type { BadgeLook } from '../../ui/badge.tsx';

const CLICK_ID_SHOWN = 30;

/** Specification §9: the table shows 30 characters of a click id. */
export const shortClickId = (clickId: string): string =>
  clickId.length > CLICK_ID_SHOWN ? `${clickId.slice(0, CLICK_ID_SHOWN)}…` : clickId;

/** Specification §4. */
export const statusOf = ({ convertedAt }: Pick<Click, 'convertedAt'>): { label: string; look: BadgeLook } =>
  convertedAt === null ? { label: 'Ativo', look: 'secondary' } : { label: 'Convertido', look: 'good' };

/** How clicks without a source are called (specification §2.8). */
export const sourceLabel = (source: string | null): string =>
  source === null || source === 'direct' ? 'Direct' : source;

const DEVICES: Record<Click['deviceType'], string> = {
  mobile: 'Celular',
  desktop: 'Computador',
  bot: 'Robô',
  unknown: 'Desconhecido',
};
export const deviceLabel = (deviceType: Click['deviceType']): string => DEVICES[deviceType];

const joined = (parts: readonly (string | null)[], separator: string): string | null =>
  parts.filter((part) => part !== null).join(separator) || null;

/** 'São Paulo, Brasil'; null when nothing is known. */
export const placeOf = ({ city, country }: Pick<Click, 'city' | 'country'>): string | null =>
  joined([city, country], ', ');

/** 'Chrome · Celular'. */
export const deviceOf = ({ browser, deviceType }: Pick<Click, 'browser' | 'deviceType'>): string =>
  joined([browser, deviceLabel(deviceType)], ' · ') ?? '';

/** What each of the eight carries (specification §7.6). */
export const SUBS = [
  ['sub1', 'ID do anúncio'],
  ['sub2', 'ID do conjunto'],
  ['sub3', 'ID da campanha'],
  ['sub4', 'Nome do anúncio'],
  ['sub5', 'Nome do conjunto'],
  ['sub6', 'Nome da campanha'],
  ['sub7', 'Posicionamento'],
  ['sub8', 'Site de origem'],
] as const satisfies readonly (readonly [keyof Click, string])[];

export const UTMS = [
  ['utmSource', 'utm_source'],
  ['utmMedium', 'utm_medium'],
  ['utmCampaign', 'utm_campaign'],
  ['utmContent', 'utm_content'],
  ['utmTerm', 'utm_term'],
  ['utmId', 'utm_id'],
] as const satisfies readonly (readonly [keyof Click, string])[];
