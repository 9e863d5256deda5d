/** The set-up of a checkout for people, in Portuguese: the steps in its panel, and the name of its secret there. */
export interface CheckoutGuide {
  /** What the checkout calls its secret, and where it shows it. */
  readonly secret: string;
  readonly steps: readonly (string | CodeStep)[];
  /** Which number of its deliveries counts as the conversion's value, and what is reported of instalment interest. */
  readonly amount?: string;
  /** Where its API is asked: what it calls the token (and the number of the account), and where it shows them. */
  readonly token?: string;
  readonly account?: string;
}

export interface CodeStep {
  readonly text: string;
  /** To copy. */
  readonly code: string;
}

export const NO_INTEREST_GIVEN = 'A plataforma não informa os juros do parcelamento.';

export const COPY_ADDRESS = 'Copie o endereço acima.';
export const COPY_SECRET =
  'Copie o segredo da plataforma e grave em “Definir segredo”, para recusar entregas de outros.';
export const COPY_TOKEN = 'Copie o token e grave em “Definir token”: o aviso não diz o valor, e nós o consultamos.';
/** Where the seller chooses the secret. */
export const MAKE_SECRET =
  'Gere um segredo em “Definir segredo” e cole o mesmo texto na plataforma, para recusar entregas de outros.';
export const SEND_TEST = 'Envie um teste pelo painel da plataforma e confira na tela Webhook, em Entregas recebidas.';
