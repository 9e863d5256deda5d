// Why a funnel cannot be split as asked.
export const FUNNEL_TEXTS = {
  unknown: (dimension: string) => `Clicks não têm ${dimension}: o funil não pode ser dividido assim.`,
  tooMany: 'O funil é dividido por uma dimensão.',
};
