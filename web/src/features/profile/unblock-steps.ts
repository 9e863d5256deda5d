/** How a person lets notices through again that they once refused. A page cannot ask a second time. */
export function unblockSteps(
  userAgent: string,
  { isApplePhone, isInstalled }: { isApplePhone: boolean; isInstalled: boolean },
): string[] {
  if (isApplePhone)
    return ['Abra os Ajustes do aparelho e toque em Notificações.', 'Toque em Tracker e ligue Permitir Notificações.'];
  if (/Android/.test(userAgent) && isInstalled) {
    return [
      'Segure o ícone do Tracker na tela inicial e toque em Informações do app.',
      'Toque em Notificações e ligue.',
    ];
  }
  if (/Android/.test(userAgent)) {
    return [
      'Toque no ícone à esquerda do endereço desta página.',
      'Toque em Permissões, depois em Notificações, e permita.',
    ];
  }
  if (/Firefox/.test(userAgent)) {
    return ['Clique no ícone de permissões à esquerda do endereço.', 'Em Enviar notificações, apague o Bloqueado.'];
  }
  if (/Safari/.test(userAgent) && !/Chrom/.test(userAgent)) {
    return [
      'No menu Safari, abra Ajustes, depois Sites, e escolha Notificações.',
      'Ao lado deste endereço, escolha Permitir.',
    ];
  }
  return ['Clique no ícone à esquerda do endereço desta página.', 'Em Notificações, escolha Permitir.'];
}
