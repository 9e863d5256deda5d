/** The ad platform's status codes of an ad account, as text and with their effect on spend. */
const STATUSES: Readonly<Record<number, string>> = {
  1: 'Ativa',
  2: 'Desativada',
  3: 'Pagamento pendente',
  7: 'Em análise de risco',
  8: 'Acerto pendente',
  9: 'Em período de carência',
  100: 'Em encerramento',
  101: 'Encerrada',
};

export const isActive = (accountStatus: number): boolean => accountStatus === 1;
export const statusText = (accountStatus: number): string => STATUSES[accountStatus] ?? 'Inativa';

/** The provider's words for what a campaign does. What is not in here is shown as it came. */
const EFFECTS: Readonly<Record<string, string>> = {
  ACTIVE: 'ativa',
  PAUSED: 'pausada',
  CAMPAIGN_PAUSED: 'pausada',
  IN_PROCESS: 'em processamento',
  WITH_ISSUES: 'com problemas',
  ARCHIVED: 'arquivada',
  DELETED: 'excluída',
};
export const effectText = (status: string): string => EFFECTS[status] ?? status.toLowerCase().replaceAll('_', ' ');
