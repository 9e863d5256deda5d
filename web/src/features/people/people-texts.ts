/** Which keys stay when the administrator who made them is removed, or is one no longer. */
export const KEYS_OF_PERSON = {
  title: (name: string) => `Chaves de API de ${name}`,
  removal: {
    note: 'Com a remoção, as chaves que a pessoa criou são revogadas. Marque as que devem continuar valendo.',
    action: 'Remover usuário',
  },
  demotion: {
    note: 'Com a mudança, as chaves que a pessoa criou são revogadas. Marque as que devem continuar valendo.',
    action: 'Mudar permissão',
  },
} as const;

export const WEBHOOK_KEYS_KNOWN = {
  label: 'Chaves dos webhooks',
  text: (name: string) =>
    `${name} conhecia as chaves dos webhooks, que continuam valendo: com elas alguém de fora pode enviar vendas.`,
  action: 'Trocar as chaves',
  dismiss: 'Dispensar',
} as const;
