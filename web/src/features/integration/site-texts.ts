/** What the screens say of the sites of a company. */
export const SITE_TEXTS = {
  own: 'Seus sites',
  note: 'Só páginas deles contam na verificação. O destino de uma campanha entra sozinho.',
  none: 'Nenhum ainda. Confirme aqui o da sua página quando ela aparecer, ou informe o destino de uma campanha.',
  ofCampaign: 'destino de campanha',
  remove: (host: string) => `Remover ${host} dos seus sites`,
  question: 'Esta página é sua?',
  confirm: (host: string) => `Sim, ${host} é meu site`,
  warning: 'Qualquer pessoa pode enviar uma visita com o endereço que quiser. Confirme só um site que é seu.',
  confirmed: (host: string) => ({ title: 'Site confirmado', description: `As páginas de ${host} contam agora.` }),
  failed: 'Não foi possível salvar o site.',
} as const;
