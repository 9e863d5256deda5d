/** What ends when the administrator who set it up is removed, or is one no longer. */
export const MADE_BY_PERSON = {
  title: (name: string) => `O que ${name} configurou`,
  removal: {
    note: 'O que está marcado termina com a remoção: por ali dados saem da empresa. Desmarque o que deve continuar. Os avisos nos aparelhos da pessoa terminam sempre.',
    action: 'Remover usuário',
  },
  demotion: {
    note: 'O que está marcado termina com a mudança: por ali dados saem da empresa. Desmarque o que deve continuar. Os avisos nos aparelhos da pessoa terminam sempre.',
    action: 'Mudar permissão',
  },
} as const;

export const MADE_KINDS = {
  'api-key': 'Chave de API',
  postback: 'Postback',
  pixel: 'Pixel',
  connection: 'Conexão: os gastos deixam de chegar até alguém conectar de novo',
  'webhook-secret': 'Segredo do webhook: sem ele as entregas não são mais conferidas',
  'webhook-token': 'Token de consulta: sem ele os avisos não são mais consultados',
} as const;

export const WEBHOOK_KEYS_KNOWN = {
  label: 'Chaves dos webhooks',
  text: (name: string) =>
    `${name} conhecia as chaves dos webhooks, que continuam valendo: com elas alguém de fora pode enviar vendas.`,
  action: 'Trocar as chaves',
  dismiss: 'Dispensar',
} as const;
