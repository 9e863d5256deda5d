/** Which keys and destinations stay when the administrator who made them is removed, or is one no longer. */
export const MADE_BY_PERSON = {
  title: (name: string) => `O que fica de ${name}`,
  removal: {
    note: 'Com a remoção, as chaves que a pessoa criou são revogadas, e os destinos de vendas que ela cadastrou são desligados. Marque o que deve continuar valendo.',
    action: 'Remover usuário',
  },
  demotion: {
    note: 'Com a mudança, as chaves que a pessoa criou são revogadas, e os destinos de vendas que ela cadastrou são desligados. Marque o que deve continuar valendo.',
    action: 'Mudar permissão',
  },
} as const;

export const MADE_KINDS = { 'api-key': 'Chave de API', postback: 'Postback', pixel: 'Pixel' } as const;

export const WEBHOOK_KEYS_KNOWN = {
  label: 'Chaves dos webhooks',
  text: (name: string) =>
    `${name} conhecia as chaves dos webhooks, que continuam valendo: com elas alguém de fora pode enviar vendas.`,
  action: 'Trocar as chaves',
  dismiss: 'Dispensar',
} as const;
