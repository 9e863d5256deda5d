/** The page for a person whose link leads nowhere yet. */
export const NO_DESTINATION_TEXTS = {
  title: 'Este link ainda não tem destino',
  toVisitor: 'A página deste anúncio ainda não está pronta. Tente de novo mais tarde.',
  toOwner: 'O link é seu? Defina a URL de destino desta campanha na tela Campaigns.',
} as const;
