/** Status names on screen; what the server may add one day is shown as it comes (specification §4). */
export const statusLabel = (status: string): string =>
  status === 'active' ? 'Ativa' : status === 'paused' ? 'Pausada' : status;
