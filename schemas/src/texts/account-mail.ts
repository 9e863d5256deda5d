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

const IF_NOT_YOU =
  'Foi você? Então não precisa fazer nada. Se não foi, troque a sua senha agora e encerre as outras sessões em Meu perfil.';

const instant = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at).replace(/\s/g, ' ');

export const newBrowserTexts = ({ at, timeZone, browser, network }: SignIn): AccountMailTexts => ({
  subject: 'Novo acesso à sua conta do Traffic Tracker',
  heading: 'Novo acesso à sua conta',
  paragraphs: [
    `Alguém entrou na sua conta em ${instant(at, timeZone)}, em um navegador que ela não conhecia.`,
    `Navegador: ${browser ?? 'desconhecido'}. Rede: ${network ?? 'desconhecida'}.`,
    IF_NOT_YOU,
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

/** Of a change to how the person signs in. */
export const accountChangeTexts = (
  change: 'on' | 'off' | 'new-codes' | 'password',
  { at, timeZone }: Pick<SignIn, 'at' | 'timeZone'>,
): AccountMailTexts => {
  const { heading, what } = {
    on: {
      heading: 'Verificação em duas etapas ativada',
      what: 'A verificação em duas etapas da sua conta foi ativada',
    },
    off: {
      heading: 'Verificação em duas etapas desativada',
      what: 'A verificação em duas etapas da sua conta foi desativada',
    },
    'new-codes': {
      heading: 'Novos códigos de recuperação',
      what: 'Novos códigos de recuperação foram gerados; os anteriores não valem mais. Isso aconteceu',
    },
    password: { heading: 'Senha alterada', what: 'A senha da sua conta foi alterada' },
  }[change];
  return {
    subject: `${heading} no Traffic Tracker`,
    heading,
    paragraphs: [`${what} em ${instant(at, timeZone)}.`, IF_NOT_YOU],
  };
};

/** Of a day on which a limit kept conversions without a key out of the figures. */
export const unverifiedLimitTexts = ({ tenantName }: { readonly tenantName: string }): AccountMailTexts => ({
  subject: `${tenantName}: vendas sem chave passaram do limite do dia`,
  heading: 'Vendas sem chave passaram do limite do dia',
  paragraphs: [
    'Uma venda que chega sem a chave da empresa pode ser inventada por qualquer pessoa. Por isso, de cada rede contam até 20 por dia, e da empresa até o limite de Configurações da Empresa. Hoje chegaram mais.',
    'As que passaram do limite não se perderam: estão em Logs Conversão, com o motivo, e ficam fora dos números.',
    'Para que todas contem, envie as vendas com a chave. No painel do checkout, cadastre o endereço que está na tela Webhook: ele já tem a chave. Se o seu servidor envia a /conversion, acrescente ?key= e a chave ao endereço. A chave nunca vai na página: ali qualquer visitante a veria.',
    'Este aviso é enviado uma vez por dia, no máximo.',
  ],
  action: 'Abrir a tela Webhook',
});

const whole = new Intl.NumberFormat('pt-BR');

/** Of a month that comes near to the events of the plan, or beyond them. */
export const quotaTexts = (given: {
  readonly tenantName: string;
  readonly events: number;
  readonly quota: number;
  readonly percent: number;
}): AccountMailTexts => ({
  subject: `${given.tenantName} usou ${given.percent}% dos eventos do plano`,
  heading: 'Eventos do plano',
  paragraphs: [
    `${given.tenantName} já usou ${whole.format(given.events)} dos ${whole.format(given.quota)} eventos deste mês.`,
    'Nada é descartado além do limite: clicks, páginas vistas e vendas continuam sendo registrados.',
    'O consumo de hoje está em Configurações da Empresa. Este aviso é enviado uma vez por mês.',
  ],
});

/** Of changes to a tenant that reach beyond its screens. */
export const changesTexts = (given: {
  readonly tenantName: string;
  readonly timeZone: string;
  /** 'Bia Reis criou o postback “Parceiro”', oldest first. */
  readonly changes: readonly { readonly at: Date; readonly sentence: string }[];
  /** Of the same time, not in the list. */
  readonly others: number;
}): AccountMailTexts => ({
  subject: `${given.tenantName}: alterações de acesso, envio ou gasto`,
  heading: `Alterações em ${given.tenantName}`,
  paragraphs: [
    ...given.changes.map(({ at, sentence }) => `${instant(at, given.timeZone)}: ${sentence}.`),
    ...(given.others > 0 ? [`E mais ${whole.format(given.others)}, no registro de auditoria.`] : []),
    'Você recebe este aviso porque administra a empresa. Se não reconhece uma alteração, desfaça-a, encerre a sessão ou remova a pessoa, e troque as chaves.',
  ],
  action: 'Ver o registro de auditoria',
});
