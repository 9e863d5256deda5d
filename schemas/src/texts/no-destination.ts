/** The page for a person whose link leads nowhere yet. */
export const NO_DESTINATION_TEXTS = {
  title: 'Este link ainda não tem destino',
  toVisitor: 'A página deste anúncio ainda não está pronta. Tente de novo mais tarde.',
  toOwner: 'O link é seu? Defina a URL de destino desta campanha na tela Campaigns.',
} as const;

/** The page for a person whose link names no campaign that there is, or is no tracking link at all. */
export const BROKEN_LINK_TEXTS = {
  title: 'Este link de anúncio está incompleto',
  toVisitor: 'O endereço chegou cortado ou com erro. Volte ao anúncio e toque nele de novo.',
  toOwner: 'O link é seu? Copie-o de novo na tela Campaigns e compare com o do anúncio.',
} as const;
