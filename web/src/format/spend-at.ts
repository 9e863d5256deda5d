const MINUTE = { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' } as const;

/** How old spend is: 'gasto às 14:20'; with the day where it is not today's. */
export function spendAtText(instant: string, timeZone: string, today: string): string {
  const [day, time] = new Date(instant).toLocaleString('pt-BR', { ...MINUTE, timeZone }).split(', ');
  return `gasto ${day === `${today.slice(8)}/${today.slice(5, 7)}` ? '' : `de ${day} `}às ${time}`;
}
