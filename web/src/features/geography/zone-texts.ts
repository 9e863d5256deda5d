/** Cities of zones whose English names differ from the Portuguese ones. */
const CITIES: Readonly<Record<string, string>> = {
  'America/Araguaina': 'Araguaína',
  'America/Asuncion': 'Assunção',
  'America/Belem': 'Belém',
  'America/Bogota': 'Bogotá',
  'America/Cuiaba': 'Cuiabá',
  'America/Eirunepe': 'Eirunepé',
  'America/Maceio': 'Maceió',
  'America/Mexico_City': 'Cidade do México',
  'America/Montevideo': 'Montevidéu',
  'America/New_York': 'Nova York',
  'America/Noronha': 'Fernando de Noronha',
  'America/Santarem': 'Santarém',
  'America/Sao_Paulo': 'São Paulo',
  'Asia/Tokyo': 'Tóquio',
  'Atlantic/Azores': 'Açores',
  'Europe/Berlin': 'Berlim',
  'Europe/Brussels': 'Bruxelas',
  'Europe/Lisbon': 'Lisboa',
  'Europe/London': 'Londres',
  'Europe/Madrid': 'Madri',
  'Europe/Moscow': 'Moscou',
  'Europe/Rome': 'Roma',
  'Europe/Zurich': 'Zurique',
};

/** 'America/Sao_Paulo' → 'São Paulo', 'America/Argentina/Buenos_Aires' → 'Buenos Aires'. */
export const cityOfZone = (timeZone: string): string =>
  CITIES[timeZone] ?? (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

/** 'UTC−3 · 14:05', what the clock shows there; the zone itself when this browser does not know it. */
export function clockOfZone(timeZone: string, nowMs: number): string {
  try {
    const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone }).format(nowMs);
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(nowMs);
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return `${offset.replace('GMT', 'UTC').replace('-', '−')} · ${clock}`;
  } catch {
    return timeZone;
  }
}
