// The Portuguese sentences of the mails about an account. The caller escapes them for HTML.

export interface AccountMailTexts {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The words of the link, where the mail has one. */
  readonly action?: string;
}

interface SignIn {
  readonly at: Date;
  readonly timeZone: string;
  readonly browser: string | null;
  readonly network: string | null;
}

const instant = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at).replace(/\s/g, ' ');

export const newBrowserTexts = ({ at, timeZone, browser, network }: SignIn): AccountMailTexts => ({
  subject: 'Novo acesso à sua conta do Traffic Tracker',
  heading: 'Novo acesso à sua conta',
  paragraphs: [
    `Alguém entrou na sua conta em ${instant(at, timeZone)}, em um navegador que ela não conhecia.`,
    `Navegador: ${browser ?? 'desconhecido'}. Rede: ${network ?? 'desconhecida'}.`,
    'Foi você? Então não precisa fazer nada. Se não foi, troque a sua senha agora e encerre as outras sessões em Meu perfil.',
  ],
});

export const resetTexts = ({
  until,
  timeZone,
}: {
  readonly until: Date;
  readonly timeZone: string;
}): AccountMailTexts => ({
  subject: 'Nova senha do Traffic Tracker',
  heading: 'Escolha uma nova senha',
  paragraphs: [
    `O link vale até ${instant(until, timeZone)} e serve uma única vez. Com a nova senha, todas as sessões da conta são encerradas.`,
    'Se você não pediu uma nova senha, ignore esta mensagem: a atual continua valendo.',
  ],
  action: 'Escolher nova senha',
});

export const confirmTexts = (): AccountMailTexts => ({
  subject: 'Confirme o seu email no Traffic Tracker',
  heading: 'Confirme o seu email',
  paragraphs: [
    'Falta um passo: até a confirmação, os links das suas campanhas não redirecionam e convites não podem ser enviados.',
    'O link vale por 7 dias. Se você não criou esta conta, ignore esta mensagem.',
  ],
  action: 'Confirmar email',
});
