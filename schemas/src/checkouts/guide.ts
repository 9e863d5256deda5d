/** What a person needs who sets a checkout up, in Portuguese: what its panel has where, and what its secret is called there. */
export interface CheckoutGuide {
  /** What the checkout calls its secret, and where it shows it. */
  readonly secret: string;
  readonly steps: readonly string[];
}

export const COPY_ADDRESS = 'Copie o endereço acima.';
export const COPY_SECRET =
  'Copie o segredo da plataforma e grave em “Definir segredo”, para recusar entregas de outros.';
export const SEND_TEST =
  'Envie um teste pelo painel da plataforma ou pela página de teste e confira em Entregas recebidas.';
