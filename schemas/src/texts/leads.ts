/** The Portuguese sentences of POST /leads. */
export const LEAD_TEXTS = {
  received: 'Lead recebido com sucesso.',
  notText: 'Envie um texto.',
  nameMissing: 'Informe o nome.',
  emailMissing: 'Informe o e-mail.',
  emailInvalid: 'Informe um e-mail válido.',
  severalLeads: 'Envie um lead por vez.',
  bodyUnreadable: 'Envie um objeto JSON ou um formulário.',
  ownerUnknown: 'Informe um click_id ou campaign_id conhecido, ou a chave da empresa (?key=).',
} as const;
