// The sentences of the audit log: on the screen, and in the mail about changes (processor/worker/src/messages/changes-warning.ts).
import { adPlatformName } from '../ad-platforms/ad-platforms.ts';
import type { AuditAction } from '../audit-actions.ts';
import type { AuditEntry } from '../contracts/audit.contract.ts';
import { dayText } from './days.ts';

type Entry = Pick<AuditEntry, 'action' | 'subject' | 'details'>;
type Details = AuditEntry['details'];

const FIELDS: Readonly<Record<string, string>> = {
  name: 'nome',
  slug: 'URL',
  timeZone: 'fuso horário',
  mainCampaignId: 'campanha principal',
  retention: 'retenção',
  unverifiedConversions: 'vendas sem chave',
  unverifiedMaxAgeDays: 'idade máxima do click',
  unverifiedPerDay: 'vendas sem chave por dia',
  requireSecondFactor: 'verificação em duas etapas',
  status: 'status',
  destinationUrl: 'URL de destino',
  leadsAreConversions: 'leads como conversões',
  targetCpa: 'meta de CPA',
  targetRoas: 'meta de ROAS',
  budgetRaisePerDay: 'aumento de orçamento por dia',
  spendHistoryDays: 'dias de gasto lidos para trás',
  pixelId: 'ID do pixel',
  token: 'token',
  testCode: 'código de teste',
  enabled: 'ligado ou desligado',
  url: 'URL',
};
const BY: Readonly<Record<string, string>> = {
  email: 'pelo email',
  phone: 'pelo telefone',
  transaction: 'pela transação',
};
const SCOPES: Readonly<Record<string, string>> = { read: 'leitura', capture: 'envio', spend: 'gastos' };
const ROLES: Readonly<Record<string, string>> = { admin: 'Admin', editor: 'Editor', viewer: 'Viewer' };

const whole = new Intl.NumberFormat('pt-BR');
const formatCounted = (count: number, one: string, several: string): string =>
  `${whole.format(count)} ${count === 1 ? one : several}`;
const text = (details: Details, name: string): string => (typeof details[name] === 'string' ? details[name] : '');
const words = (details: Details, name: string, labels: Readonly<Record<string, string>>): string => {
  const value = details[name];
  return (Array.isArray(value) ? value : []).map((one) => labels[String(one)] ?? String(one)).join(', ');
};
const role = (details: Details, name: string): string => ROLES[text(details, name)] ?? '';
/** '(nome, status)'; empty when no fields are known. */
const inBrackets = (inside: string): string => (inside === '' ? '' : ` (${inside})`);
const quoted = (details: Details): string => (text(details, 'name') === '' ? '' : ` “${text(details, 'name')}”`);
/** 'de Viewer para Admin'. */
const turn = (details: Details): string => {
  const [from, to] = [role(details, 'from'), role(details, 'to')];
  return from === '' || to === '' ? '' : `de ${from} para ${to}`;
};
/** Of the ad platform. */
const platform = (details: Details): string => adPlatformName(text(details, 'platform')) || 'gerenciador de anúncios';
const LEVELS: Readonly<Record<string, string>> = { campaign: 'a campanha', adset: 'o conjunto', ad: 'o anúncio' };
/** 'o anúncio “Vídeo 1” no Facebook' */
const adObject = (details: Details): string =>
  `${LEVELS[text(details, 'level')] ?? 'um objeto'}${quoted(details)} no ${platform(details)}`;
/** 'google, 20/11/2026, black-friday' */
const placeOfSpend = (details: Details): string =>
  [text(details, 'source'), dayText(text(details, 'day')), text(details, 'campaignId')]
    .filter((part) => part !== '')
    .join(', ');
const COSTS: Readonly<Record<string, string>> = {
  'spend-tax': 'imposto sobre gastos',
  'revenue-tax': 'imposto sobre receita',
  'gateway-fee': 'taxa de pagamento',
  'product-cost': 'custo de produto',
  expense: 'despesa',
};
/** 'imposto sobre gastos, 13,83%' */
const costOf = (details: Details): string => {
  const percent = text(details, 'percent');
  const [kind, fixed] = [COSTS[text(details, 'kind')] ?? '', text(details, 'fixed')];
  return [
    kind,
    adPlatformName(text(details, 'source')),
    percent && `${percent.replace('.', ',')}%`,
    fixed && `R$ ${fixed.replace('.', ',')}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
};
const rowsOf = ({ rows }: Details): string => (typeof rows === 'number' ? formatCounted(rows, 'linha', 'linhas') : '');
/** '(act_1, 12 campanhas)' */
const linksOf = (details: Details): string => {
  const { links } = details;
  const count = typeof links === 'number' ? formatCounted(links, 'campanha', 'campanhas') : '';
  return inBrackets([text(details, 'adAccountId'), count].filter((part) => part !== '').join(', '));
};
/** By the name of now; of a person who is gone by that of then. */
const who = ({ subject, details }: Entry): string => (subject ?? text(details, 'name')) || 'um usuário que saiu';
/** 'carla@agencia.example.com (Editor)' */
const invited = (details: Details, otherwise: string): string =>
  `${text(details, 'email') || otherwise}${inBrackets(role(details, 'role'))}`;
/** 'Bia Reis (bia@loja.example.com, Editor)' */
const removed = ({ details }: Entry): string => {
  const known = [text(details, 'email'), role(details, 'role')].filter((part) => part !== '').join(', ');
  return `${text(details, 'name') || 'um usuário'}${inBrackets(known)}`;
};

/** What was done, as the rest of a sentence that begins with who did it. */
const SENTENCES: Readonly<Record<AuditAction, (entry: Entry) => string>> = {
  'tenant.change': ({ details }) =>
    `alterou as configurações da empresa${inBrackets(words(details, 'fields', FIELDS))}`,
  'campaign.create': ({ details }) => `criou a campanha${quoted(details)}`,
  'campaign.edit': ({ details }) =>
    `alterou a campanha${quoted(details)}${inBrackets(words(details, 'fields', FIELDS))}`,
  'site.confirm': ({ details }) => `confirmou o site${quoted(details)}`,
  'site.remove': ({ details }) => `removeu o site${quoted(details)}`,
  'profile.change': () => 'alterou o próprio nome',
  'password.change': () => 'alterou a própria senha',
  'password.reset': () => 'escolheu uma nova senha pelo link do email',
  'second-factor.switch-on': () => 'ativou a verificação em duas etapas',
  'second-factor.switch-off': (entry) =>
    entry.subject === null
      ? 'desativou a verificação em duas etapas'
      : `desativou a verificação em duas etapas de ${who(entry)}`,
  'second-factor.renew-codes': () => 'gerou novos códigos de recuperação',
  'second-factor.fail': (entry) => `errou o código de verificação de ${who(entry)}`,
  'recovery-code.use': () => 'entrou com um código de recuperação',
  'session.start': ({ details }) => (details.newBrowser ? 'entrou na conta em um navegador novo' : 'entrou na conta'),
  'session.fail': (entry) => `errou a senha de ${who(entry)}`,
  'session.stop': () => 'saiu da conta',
  'session.end': ({ details }) =>
    typeof details.count === 'number'
      ? `encerrou as outras sessões próprias (${details.count})`
      : 'encerrou uma sessão própria',
  'tenant.confirm': () => 'confirmou o próprio email',
  'tenant.register': () => 'registrou a empresa',
  'api-key.create': ({ details }) =>
    `criou a chave de API${quoted(details)}${inBrackets(words(details, 'scopes', SCOPES))}`,
  'api-key.revoke': ({ details }) => `revogou a chave de API${quoted(details)}`,
  'invite.create': ({ details }) => `convidou ${invited(details, 'uma pessoa')}`,
  'invite.withdraw': ({ details }) => `cancelou o convite de ${invited(details, 'uma pessoa')}`,
  'invite.accept': ({ details }) => `aceitou o convite${inBrackets(role(details, 'role'))}`,
  'user.change-role': (entry) => `mudou a permissão de ${who(entry)}${inBrackets(turn(entry.details))}`,
  'user.remove': (entry) => `removeu ${removed(entry)}`,
  'user.leave': () => 'saiu da empresa',
  'user.change-owner': (entry) => `passou a empresa para ${who(entry)}`,
  'webhook-key.rotate': ({ details }) => `gerou uma nova chave de webhook${inBrackets(text(details, 'provider'))}`,
  'webhook-key.set-amounts': ({ details }) =>
    `definiu que o endereço genérico recebe valores em ${details.amountsIn === 'cents' ? 'centavos' : 'reais'}`,
  'webhook-key.permit-get': ({ details }) =>
    `${details.permitsGet === true ? 'permitiu' : 'deixou de permitir'} vendas por GET${inBrackets(text(details, 'provider'))}`,
  'webhook-secret.set': ({ details }) => `definiu o segredo de webhook${inBrackets(text(details, 'provider'))}`,
  'webhook-secret.remove': ({ details }) => `removeu o segredo de webhook${inBrackets(text(details, 'provider'))}`,
  'webhook-token.set': ({ details }) => `definiu o token de consulta${inBrackets(text(details, 'provider'))}`,
  'webhook-token.remove': ({ details }) => `removeu o token de consulta${inBrackets(text(details, 'provider'))}`,
  'webhook-delivery.reprocess': ({ details }) =>
    `reprocessou uma entrega de webhook${inBrackets(text(details, 'provider'))}`,
  'conversion.assign': ({ details }) => `atribuiu uma venda a uma campanha${inBrackets(text(details, 'campaignId'))}`,
  'conversion.take-away': () => 'desfez a atribuição de uma venda',
  'exchange-rates.set': () => 'alterou cotações de moedas',
  'spend.placement': ({ details }) =>
    `disse que o gasto de ${String(details.source)} ${details.isReported ? 'já está' : 'não está'} no relatório do Facebook`,
  'spend.enter': ({ details }) => `lançou um gasto${inBrackets(placeOfSpend(details))}`,
  'spend.remove': ({ details }) => `removeu um gasto${inBrackets(placeOfSpend(details))}`,
  'conversion.import': ({ details }) => `importou vendas antigas${inBrackets(rowsOf(details))}`,
  'conversion.undo-import': ({ details }) => `desfez uma importação de vendas${inBrackets(rowsOf(details))}`,
  'spend.import': ({ details }) => `importou gastos${inBrackets(rowsOf(details))}`,
  'spend.undo-import': ({ details }) => `desfez uma importação de gastos${inBrackets(rowsOf(details))}`,
  'cost.create': ({ details }) => `adicionou um custo${inBrackets(costOf(details))}`,
  'cost.edit': ({ details }) => `alterou um custo${inBrackets(costOf(details))}`,
  'cost.remove': ({ details }) => `removeu um custo${inBrackets(costOf(details))}`,
  'view.share': ({ details }) => `compartilhou a visão${inBrackets(text(details, 'name'))}`,
  'view.remove': ({ details }) => `removeu a visão${inBrackets(text(details, 'name'))}`,
  'product.create': ({ details }) => `adicionou o produto${inBrackets(text(details, 'name'))}`,
  'product.edit': ({ details }) => `alterou o produto${inBrackets(text(details, 'name'))}`,
  'product.remove': ({ details }) => `removeu o produto${inBrackets(text(details, 'name'))}`,
  'ad-platform.connect': ({ details }) =>
    `conectou o ${platform(details)}${details.canAct === true ? ' e permitiu agir nos anúncios' : ''}`,
  'ad-platform.disconnect': ({ details }) => `desconectou o ${platform(details)}`,
  'ad-object.pause': ({ details }) => `pediu para pausar ${adObject(details)}`,
  'ad-object.resume': ({ details }) => `pediu para retomar ${adObject(details)}`,
  'ad-object.set-budget': ({ details }) =>
    `pediu outro orçamento para ${adObject(details)}${inBrackets([text(details, 'from'), text(details, 'to')].filter((one) => one !== '').join(' → '))}`,
  'ad-object.undo': ({ details }) => `pediu para desfazer uma ação em ${adObject(details)}`,
  'campaign.connect-ad-platform': ({ details }) =>
    `conectou uma campanha ao ${platform(details)}${details.origin === 'clicks' ? ' pelos clicks' : ''}${inBrackets(text(details, 'campaignId'))}`,
  'campaign.disconnect-ad-platform': ({ details }) =>
    `desconectou uma campanha do ${platform(details)}${inBrackets(text(details, 'campaignId'))}`,
  'campaign.change-ad-platform': ({ details }) =>
    `mudou os dias de uma campanha do ${platform(details)}${inBrackets(text(details, 'campaignId'))}`,
  'campaign.ignore-ad-platform': ({ details }) =>
    `ignorou uma sugestão de campanha do ${platform(details)}${inBrackets(text(details, 'platformCampaignId'))}`,
  'ad-account.link': ({ details }) => `conectou uma conta de anúncios do ${platform(details)}${linksOf(details)}`,
  'ad-account.unlink': ({ details }) => `desconectou campanhas do ${platform(details)}${linksOf(details)}`,
  'ad-account.end-rule': ({ details }) =>
    `parou de conectar campanhas novas de uma conta do ${platform(details)}${inBrackets(text(details, 'adAccountId'))}`,
  'spend.sync': () => 'sincronizou gastos',
  'pixel.set': ({ details }) =>
    `alterou o envio de vendas ao ${platform(details)}${inBrackets(words(details, 'fields', FIELDS))}`,
  'pixel.remove': ({ details }) => `removeu o envio de vendas ao ${platform(details)}`,
  'postback.create': ({ details }) => `criou o postback${quoted(details)}`,
  'postback.edit': ({ details }) =>
    `alterou o postback${quoted(details)}${inBrackets(words(details, 'fields', FIELDS))}`,
  'postback.remove': ({ details }) => `removeu o postback${quoted(details)}`,
  'push-device.add': ({ details }) => `ligou os avisos de venda num aparelho${inBrackets(text(details, 'browser'))}`,
  'push-device.remove': ({ details }) =>
    `desligou os avisos de venda num aparelho${inBrackets(text(details, 'browser'))}`,
  'clicks.export': () => 'exportou os clicks',
  'conversion.buyer': ({ details }) => `viu quem comprou${inBrackets(text(details, 'id'))}`,
  'conversion.contact': ({ details }) => `viu o telefone de um pedido pendente${inBrackets(text(details, 'id'))}`,
  'conversions.export': () => 'exportou as conversões',
  'leads.export': () => 'exportou os leads',
  'analytics.export': () => 'exportou os números de analytics',
  'person.search': ({ details }) => `procurou os dados de uma pessoa${inBrackets(BY[text(details, 'by')] ?? '')}`,
  'person.export': () => 'exportou os dados de uma pessoa',
  'person.erase': () => 'apagou os dados de uma pessoa, a pedido dela',
};

const isKnown = (action: string): action is AuditAction => action in SENTENCES;

/** The sentence without who did it; an action that this screen does not know is shown as it is called. */
export const auditSentence = (entry: Entry): string =>
  isKnown(entry.action) ? SENTENCES[entry.action](entry) : entry.action;

/** Who did it: a person, a key of the tenant, or who runs the product. */
export function actorLabel({ actorKind, actor }: Pick<AuditEntry, 'actorKind' | 'actor'>): string {
  if (actorKind === 'operator') return `Operador${inBrackets(actor ?? '')}`;
  if (actorKind === 'unknown') return 'Alguém';
  if (actorKind === 'system') return 'Automático';
  if (actorKind === 'key') return `Chave “${actor ?? ''}”`;
  return actor ?? 'Usuário que saiu';
}
