/** 'America/Argentina/Buenos_Aires' → 'Buenos Aires'. */
export const cityOfZone = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

/** ' · 14:05', what the clock shows there; nothing for a zone that this browser does not know. */
export function clockOfZone(timeZone: string, nowMs: number): string {
  try {
    return ` · ${new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone }).format(nowMs)}`;
  } catch {
    return '';
  }
}
