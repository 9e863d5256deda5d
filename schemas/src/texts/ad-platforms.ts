// The Portuguese sentences of `ad-platforms/problems.ts`.
import type { AdPlatformDescriptor } from '../ad-platforms/descriptor.ts';
import type { AdPlatformProblem, SyncWarning } from '../ad-platforms/problems.ts';
import { type Texts, textOf } from './texts.ts';

const RECONNECT = 'Clique em Reconectar.';

const PROBLEMS: Texts<AdPlatformProblem, [platform: AdPlatformDescriptor]> = {
  not_connected: (_, { name }) => `${name} não conectado`,
  reconnect_needed: (_, { name }) => `Reconecte o ${name}`,
  no_answer: (_, { name }) => `O ${name} não respondeu como devia. Tente de novo em alguns minutos.`,
  throttled: (_, { name }) => `O ${name} limitou as chamadas por um tempo. A sincronização continua depois da pausa.`,
  too_much_data: (_, { name }) =>
    `A conta tem dados demais para o ${name}, mesmo dia a dia. A próxima sincronização pergunta de novo.`,
  no_account_access: (_, { accessManager }) =>
    `Esta conexão não tem acesso à conta de anúncios. Peça acesso no ${accessManager} e reconecte.`,
  connection_ended: (_, { name }) => `A conexão com o ${name} não vale mais. ${RECONNECT}`,
  connection_expired: (_, { name }) => `A conexão com o ${name} expirou. ${RECONNECT}`,
  app_removed: (_, { name }) =>
    `A permissão deste aplicativo foi retirada no ${name}: por quem o conectou, ou em outra empresa conectada pela mesma pessoa. ${RECONNECT}`,
  account_check_needed: (_, { name, site }) =>
    `O ${name} pede uma verificação da conta. Entre em ${site}, resolva o aviso e volte. ${RECONNECT}`,
  password_changed: (_, { name }) => `A senha do ${name} mudou. ${RECONNECT}`,
  blocked_by_policy: (_, { name }) =>
    `O ${name} bloqueou esta ação por suas políticas. Veja os avisos da conta no ${name}.`,
  app_refused: (_, { name, setup }) =>
    `O ${name} recusou o aplicativo desta instalação. Quem a opera precisa conferir ${setup.settings}.`,
  version_ended: (_, { name, setup }) =>
    `A versão da API do ${name} não vale mais. Quem opera esta instalação precisa ajustar ${setup.versionSetting}.`,
  app_access_level: (_, { name, setup }) =>
    `O aplicativo desta instalação ainda não tem o nível de acesso que o ${name} exige. Quem a opera precisa pedi-lo em ${setup.developerSite}.`,
  redirect_refused: (_, { name }) =>
    `O ${name} recusou o endereço de retorno. Quem opera esta instalação precisa cadastrá-lo no aplicativo do ${name}.`,
  object_not_seen: (_, { name }) =>
    `O ${name} não tem o que foi pedido, ou esta conexão não o vê. Confira o ID e o acesso à conta.`,
  event_too_old: (_, { name }) => `O ${name} não aceita mais esta venda: ela tem mais de 7 dias.`,
  buyer_unknown: (_, { name }) =>
    `Nem o checkout nem o click dizem de quem é a venda; o ${name} não teria como reconhecê-la.`,
  budget_refused: (_, { name }) => `O ${name} não aceita este orçamento. Confira o valor.`,
  budget_changed_often: (_, { name }) =>
    `O ${name} aceita poucas mudanças de orçamento por hora, e este conjunto já teve todas. Tente de novo em uma hora.`,
  pixel_token_ended: (_, { pixel }) =>
    `O token do pixel não vale mais. Gere outro no ${pixel?.eventsManager ?? ''} e salve-o.`,
  pixel_not_seen: (_, { pixel }) =>
    `O token não tem acesso a este pixel. Confira o ID do pixel e gere o token no ${pixel?.eventsManager ?? ''}.`,
  unexpected_answer: (_, { name }) => `O ${name} respondeu de um modo inesperado. Avise o suporte.`,
  answer_misfits: (_, { name }) =>
    `O ${name} respondeu com outros dias, outra conta, outra moeda ou outro nível do que foi perguntado. Nada foi alterado; a próxima sincronização pergunta de novo.`,
  spend_vanished: (_, { name }) =>
    `O ${name} deixou de mostrar o gasto de uma campanha, e a soma da conta ainda o tem. Nada foi alterado; a próxima sincronização pergunta de novo.`,
  refused: ({ number }, { name }) => `O ${name} recusou o pedido.${number === null ? '' : ` (código ${number})`}`,
};

const WARNINGS: Texts<SyncWarning, [platform: AdPlatformDescriptor]> = {
  days_of_account: ({ accountZone, companyZone }) =>
    `Os dias são os da conta de anúncios (${accountZone}), não os da empresa (${companyZone}).`,
  rate_missing: ({ currency, days }) =>
    `Falta a cotação de ${currency} em ${days === 1 ? '1 dia com gasto' : `${days} dias com gasto`}: esse gasto não entra nas somas. Informe-a em Configurações da Empresa, Cotações de moedas.`,
  ad_spend_missing: (_, { name }) => `O ${name} não informou o gasto de cada anúncio: só o da campanha foi atualizado.`,
  days_left_out: ({ days }, { name }) =>
    `O ${name} não informou o gasto de ${days === 1 ? '1 dia em que a conta gastou: ele fica como estava, ou desconhecido, e é pedido' : `${days} dias em que a conta gastou: eles ficam como estavam, ou desconhecidos, e são pedidos`} de novo.`,
};

export const adPlatformProblemText = (problem: AdPlatformProblem, platform: AdPlatformDescriptor): string =>
  `${problem.account ? `Conta ${problem.account}: ` : ''}${textOf(PROBLEMS, problem, platform)}`;

/** Null when nothing is odd. */
export const syncWarningText = (warnings: readonly SyncWarning[], platform: AdPlatformDescriptor): string | null =>
  warnings.map((warning) => textOf(WARNINGS, warning, platform)).join(' ') || null;

/** Whether a code is one of an ad platform's. */
export const isAdPlatformProblem = (coded: { readonly code: string }): coded is AdPlatformProblem =>
  coded.code in PROBLEMS;

/** What the API answers about campaign links and syncs. */
export const adPlatformAnswers = {
  linked: ({ name }: AdPlatformDescriptor) => `Campanha conectada ao ${name} com sucesso!`,
  linkedElsewhere: ({ name }: AdPlatformDescriptor) => `Esta campanha do ${name} já está conectada a outra campanha.`,
  campaignNotSeen: ({ name }: AdPlatformDescriptor) =>
    `Campanha não encontrada no ${name}. Confira o ID e o acesso desta conexão à conta de anúncios.`,
  campaignNotLinked: ({ name }: AdPlatformDescriptor) => `Esta campanha não está conectada ao ${name}`,
  testEventAccepted: ({ name }: AdPlatformDescriptor) =>
    `O ${name} recebeu o evento de teste. Veja-o em Testar eventos.`,
  noTestAnswer: ({ name }: AdPlatformDescriptor) => `O ${name} não respondeu.`,
};
