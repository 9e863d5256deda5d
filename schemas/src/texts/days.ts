/** '2026-11-24' → '24/11/2026'; '2026-11' → '11/2026'. */
export const dayText = (day: string): string => day.split('-').reverse().join('/');

interface Days {
  readonly from: string;
  readonly to: string;
}
const daysText = ({ from, to }: Days) => `de ${dayText(from)} a ${dayText(to)}`;

/** With which days is compared; `own`, where they are not the days that are shown. */
export const comparedDays = (own: Days | undefined, other: Days): string =>
  `${own ? `Mudança ${daysText(own)} comparada` : 'Comparado'} com o outro período ${daysText(other)}`;

/** Of a range of days that cannot be asked for; the screens check it, too. */
export const dayTexts = {
  outOfRange: 'Informe uma data entre 1971 e 2148.',
  outOfOrder: 'A data inicial deve ser anterior à data final.',
  tooLong: ({ days }: { readonly days: number }) => `O período pode ter até ${days} dias.`,
};
