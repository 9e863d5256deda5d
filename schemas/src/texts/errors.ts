// The errors of the public endpoints and of the API: a stable code for programs, its HTTP status, and its Portuguese sentence for people.
// The list is closed: `AppError` takes only these codes, and the OpenAPI document names them. Sentences of the specification are literal.
import { z } from 'zod';
import { dayTexts } from './days.ts';
import { spendTexts } from './spend.ts';
import { typedSecretTexts } from './typed-secrets.ts';

type Text = (params: never) => string;

/** A sentence that another catalogue has made: a validation rule of a contract, an ad platform's problem. */
const given = ({ sentence }: { readonly sentence: string }): string => sentence;

/** At each field that another person changed. */
export const CHANGED_MEANWHILE = 'Outra pessoa mudou este campo enquanto você editava.';

export const ERRORS = {
  // Of any request
  'bad-request': [400, () => 'A requisição não é válida.'],
  'bad-url': [400, () => 'O endereço não é válido.'],
  'empty-body': [400, () => 'O conteúdo enviado está vazio.'],
  'invalid-json': [400, () => 'O conteúdo enviado não é um JSON válido.'],
  'invalid-content-length': [400, () => 'O tamanho do conteúdo não confere com o cabeçalho.'],
  'invalid-fields': [400, given],
  'invalid-question': [400, given],
  unauthorized: [401, () => 'Você precisa estar logado para acessar esta página.'],
  forbidden: [403, () => 'Permissão Insuficiente'],
  'api-key-scope-missing': [
    403,
    ({ scope }: { readonly scope: string }) =>
      `A esta chave de API falta a permissão "${scope}". Crie uma chave com ela em Configurações.`,
  ],
  'outside-of-access': [403, () => 'Este acesso não mostra o que foi pedido.'],
  'api-key-not-permitted': [403, () => 'Nenhuma chave de API pode fazer isto: só uma pessoa, com a sua sessão.'],
  'not-found': [404, () => 'Não encontrado.'],
  'method-not-allowed': [405, () => 'Este endereço não atende a este método.'],
  'request-timeout': [408, () => 'A requisição demorou demais.'],
  'body-too-large': [413, () => 'O conteúdo enviado é grande demais.'],
  'keyless-body-too-large': [413, () => 'Sem a chave da empresa, o conteúdo pode ter até 16 KiB.'],
  'url-too-long': [414, () => 'O endereço é longo demais.'],
  'unsupported-media-type': [415, () => 'Envie o conteúdo como JSON (content-type: application/json).'],
  'unsupported-form-type': [
    415,
    () =>
      'Envie JSON (content-type: application/json) ou um formulário (application/x-www-form-urlencoded ou multipart/form-data).',
  ],
  'unsupported-encoding': [
    415,
    ({ read }: { readonly read: string }) =>
      `A compressão do conteúdo (content-encoding) não é lida. Envie sem compressão ou com: ${read}.`,
  ],
  'encoding-broken': [400, () => 'O conteúdo comprimido não pôde ser lido.'],
  'headers-too-large': [431, () => 'Os cabeçalhos são grandes demais.'],
  internal: [500, () => 'Erro interno do servidor. Tente novamente.'],
  unavailable: [503, () => 'Serviço temporariamente indisponível. Tente novamente em instantes.'],
  'answer-too-slow': [503, () => 'A resposta demorou demais. Tente novamente ou escolha um período menor.'],
  'not-ready': [
    503,
    ({ missing }: { readonly missing: readonly string[] }) =>
      `Serviço temporariamente indisponível: ${missing.join(', ')}.`,
  ],

  // Of the public endpoints
  'click-id-missing': [400, () => 'Informe o parâmetro clickid.'],
  'conversion-not-json': [400, () => 'Envie um objeto JSON com os dados da conversão.'],
  'conversion-not-form': [400, () => 'Envie um formulário com os dados da conversão.'],
  'conversion-too-complex': [400, () => 'Os dados da conversão são numerosos ou aninhados demais.'],
  'form-unreadable': [400, () => 'O formulário enviado não pôde ser lido.'],
  'message-click-id-missing': [400, () => 'Informe o campo clickid.'],
  'message-not-json': [400, () => 'Envie um objeto JSON com o clickid.'],
  'invalid-lead': [400, given],
  'credentials-differ': [400, () => 'As chaves enviadas são de empresas diferentes. Envie só a da empresa da venda.'],
  'unverified-amount-too-large': [400, () => 'Sem a chave da empresa (?key=), uma venda pode ter até R$ 1.000.000,00.'],
  'api-key-invalid': [401, () => 'A chave de API não é válida ou foi revogada.'],
  'tracking-key-invalid': [401, () => 'A chave informada não é válida.'],
  'delivery-without-owner': [401, () => 'Informe a chave da empresa (?key=) ou um click_id conhecido.'],
  'delivery-secret-wrong': [401, () => 'O segredo da entrega não confere com o que foi configurado.'],
  'api-key-read-only': [403, () => 'Esta chave de API só pode consultar; crie uma com a permissão de envio.'],
  'unverified-refused': [403, () => 'Esta empresa só aceita vendas enviadas com a chave (?key=).'],
  'get-not-permitted': [
    405,
    () => 'Esta chave não aceita vendas por GET. Envie por POST, ou permita GET na tela Webhook.',
  ],
  'unknown-campaign': [404, () => 'Campanha não encontrada.'],
  'unknown-checkout': [404, () => 'Plataforma desconhecida.'],
  'too-many-requests': [429, () => 'Muitas requisições em pouco tempo. Aguarde um instante e tente novamente.'],
  'too-many-bytes': [429, () => 'A empresa enviou dados demais em um dia. Tente novamente mais tarde.'],
  'disk-full': [503, () => 'O serviço está sem espaço em disco. Tente novamente mais tarde.'],
  overloaded: [503, () => 'Muitas requisições ao mesmo tempo. Tente novamente em instantes.'],

  // Of signing in and of people
  'wrong-password': [400, () => 'A senha atual não confere.'],
  'sign-in-to-join': [
    400,
    () => 'Esta conta tem verificação em duas etapas: entre nela e abra o link do convite de novo.',
  ],
  'wrong-code': [400, () => 'O código não confere ou já foi usado.'],
  'wrong-credentials': [401, () => 'Email ou senha incorretos'],
  'cross-site': [403, () => 'Esta alteração veio de outro site e foi recusada.'],
  'password-not-confirmed': [403, () => 'Confirme a sua senha para continuar.'],
  'second-factor-missing': [403, () => 'A sua empresa exige a verificação em duas etapas. Ative-a para continuar.'],
  'email-not-confirmed': [403, () => 'Confirme antes o seu email, pelo link que enviamos.'],
  'registration-closed': [403, () => 'O cadastro está fechado. Peça um convite ao administrador da sua empresa.'],
  'tenant-suspended': [403, () => 'A conta desta empresa está suspensa. Fale com o suporte.'],
  'unknown-company': [404, () => 'Você não faz parte desta empresa.'],
  'unknown-link': [404, () => 'Este link é inválido. Confira se você abriu o endereço completo.'],
  'unknown-invite': [404, () => 'Este convite é inválido ou já expirou.'],
  'changed-meanwhile': [409, () => 'Outra pessoa mudou isto enquanto você editava. Confira e salve de novo.'],
  'idempotency-key-invalid': [
    400,
    () => 'O cabeçalho Idempotency-Key leva de 1 a 128 letras, números e sinais, sem espaços nem acentos.',
  ],
  'first-try-running': [409, () => 'A primeira tentativa ainda está sendo salva. Tente de novo em um instante.'],
  'first-try-saved': [
    409,
    ({ time }: { readonly time: string }) =>
      `Isto foi salvo às ${time}, mas a resposta se perdeu. Abra a lista para ver.`,
  ],
  'first-try-differs': [
    422,
    ({ time }: { readonly time: string }) =>
      `A primeira tentativa, das ${time}, tinha outros valores e pode ter sido salva. Confira na lista antes de criar de novo.`,
  ],
  'slug-taken': [409, () => 'Esta URL já está em uso.'],
  'email-taken': [409, () => 'Este email já está em uso.'],
  'email-unproven': [
    409,
    () => 'Este email já tem cadastros sem confirmação. Peça uma nova senha: pelo email você escolhe um deles.',
  ],
  'choose-account': [409, () => 'Este email tem mais de um cadastro. Escolha o seu.'],
  'already-member': [409, () => 'Esta pessoa já faz parte da empresa.'],
  'own-role': [409, () => 'Você não pode alterar a sua própria permissão.'],
  'own-account': [409, () => 'Você não pode remover a si mesmo.'],
  'second-factor-on': [409, () => 'A verificação em duas etapas já está ativa.'],
  'second-factor-off': [409, () => 'Ative primeiro a verificação em duas etapas no seu perfil.'],
  'second-factor-required': [409, () => 'A sua empresa exige a verificação em duas etapas.'],
  'company-owner': [409, () => 'O dono da empresa não pode ser removido nem perder a permissão.'],
  'owner-leaves': [409, () => 'Antes de sair, passe a empresa para outro administrador.'],
  'owner-not-admin': [409, () => 'Só um administrador pode ser o dono da empresa.'],
  'too-many-companies': [409, ({ most }: { readonly most: number }) => `Uma pessoa administra até ${most} empresas.`],
  'last-admin': [409, () => 'A empresa precisa de pelo menos um administrador.'],
  'challenge-gone': [410, () => 'O tempo para informar o código acabou. Entre de novo.'],
  'link-gone': [410, () => 'Este link já foi usado ou expirou. Peça um novo.'],
  'invite-expired': [410, () => 'Este convite expirou. Peça um novo ao administrador da empresa.'],
  'too-many-attempts': [
    429,
    ({ seconds }: { readonly seconds: number }) =>
      `Muitas tentativas. Tente novamente em ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
  ],
  'sign-in-busy': [503, () => 'Muitos acessos ao mesmo tempo. Tente novamente em instantes.'],

  // Of the screens
  'body-missing': [400, () => 'Envie os dados em JSON.'],
  'invalid-character': [400, () => 'Os dados contêm um caractere inválido.'],
  'invalid-cursor': [400, () => 'Cursor inválido.'],
  'day-out-of-range': [400, () => dayTexts.outOfRange],
  'days-out-of-order': [400, () => dayTexts.outOfOrder],
  'range-too-long': [400, dayTexts.tooLong],
  'secret-too-short': [400, () => typedSecretTexts.tooShort],
  'ad-budget-missing': [400, () => 'Informe o novo orçamento.'],
  'account-missing': [400, () => 'Informe o número da conta na plataforma.'],
  'pixel-token-missing': [400, () => 'Informe o token de acesso.'],
  'file-missing': [400, () => 'O arquivo não chegou. Envie-o como CSV (content-type: text/csv).'],
  'file-not-csv': [
    400,
    () =>
      'Este arquivo é de um programa de planilhas, e não CSV. Abra-o no Excel, no Google Planilhas ou no Numbers e salve como CSV: Arquivo → Salvar como → CSV UTF-8 (delimitado por vírgulas).',
  ],
  'file-questions-open': [
    400,
    ({ questions }: { readonly questions: readonly string[] }) =>
      `Nada foi importado. ${questions.join(' ')} Confira o arquivo e responda antes de importar.`,
  ],
  'file-empty': [400, () => 'O arquivo está vazio.'],
  'file-unreadable': [
    400,
    ({ line }: { readonly line: number }) => `A linha ${line} do arquivo não pôde ser lida: confira as aspas.`,
  ],
  'file-too-wide': [
    400,
    ({ line, columns, characters }: { readonly line: number; readonly columns: number; readonly characters: number }) =>
      `A linha ${line} do arquivo é grande demais: são até ${columns} colunas, com até ${characters.toLocaleString('pt-BR')} caracteres cada uma.`,
  ],
  'file-columns-missing': [
    400,
    ({ columns }: { readonly columns: readonly string[] }) =>
      `Falta no arquivo: ${columns.join(', ')}. A primeira linha deve dizer o nome das colunas.`,
  ],
  'file-too-long': [
    413,
    ({ rows }: { readonly rows: number }) => `O arquivo pode ter até ${rows} linhas. Divida-o em partes.`,
  ],
  'file-too-large': [
    413,
    ({ mebibytes }: { readonly mebibytes: number }) => `O arquivo pode ter até ${mebibytes} MB. Divida-o em partes.`,
  ],
  'spend-day-future': [400, spendTexts.future],
  'spend-day-too-old': [400, spendTexts['too-old']],
  'spend-reported': [409, spendTexts.reported],
  'spend-repeated': [400, () => 'Esta campanha, dia e fonte já estão em outra linha da lista.'],
  'spend-placement-unanswered': [409, spendTexts['placement-unanswered']],
  'cost-taken': [409, () => 'Já existe um custo como este a partir deste dia. Edite-o ou escolha outro dia.'],
  'too-many-costs': [
    409,
    ({ max }: { readonly max: number }) => `A empresa já tem ${max} custos. Remova os que não usa mais.`,
  ],
  'view-name-taken': [409, () => 'Já existe uma visão com este nome nesta tela.'],
  'too-many-views': [409, ({ max }: { readonly max: number }) => `Já há ${max} visões. Remova as que não usa mais.`],
  'product-id-taken': [409, () => 'Um destes IDs já é de outro produto. Tire-o de lá primeiro.'],
  'product-has-cost': [409, () => 'Há um custo para este produto. Remova-o primeiro, em Custos.'],
  'too-many-products': [
    409,
    ({ max }: { readonly max: number }) => `A empresa já tem ${max} produtos. Remova os que não vende mais.`,
  ],
  'too-many-product-ids': [409, ({ max }: { readonly max: number }) => `Os produtos da empresa já têm ${max} IDs.`],
  'conversion-has-click': [409, () => 'Esta venda tem um click: a campanha e o canal vêm dele.'],
  'campaign-id-taken': [409, () => 'Este ID de campanha já está em uso.'],
  'too-many-campaigns': [
    409,
    ({ max }: { readonly max: number }) => `A empresa já tem ${max} campanhas. Edite uma das que não usa mais.`,
  ],
  'too-many-sites': [
    409,
    ({ max }: { readonly max: number }) => `A empresa já tem ${max} sites. Remova os que não usa mais.`,
  ],
  'too-many-rotations': [
    409,
    ({ max }: { readonly max: number }) =>
      `Este endereço já foi trocado ${max} vezes em 24 horas. Espere até que os anteriores deixem de valer.`,
  ],
  'too-many-keys': [
    409,
    ({ max }: { readonly max: number }) => `A empresa já tem ${max} chaves. Revogue as que não usa mais.`,
  ],
  'too-many-postbacks': [
    409,
    ({ max }: { readonly max: number }) => `A empresa já tem ${max} postbacks. Remova os que não usa mais.`,
  ],
  'too-many-devices': [
    409,
    ({ max }: { readonly max: number }) => `Você já recebe avisos em ${max} aparelhos. Remova um deles.`,
  ],
  'no-pixel': [409, () => 'Salve o pixel antes de testar.'],
  'no-test-code': [409, () => 'Informe e salve o código de teste.'],
  'delivery-rejected': [
    409,
    () => 'Esta entrega foi recusada e não pode ser reprocessada: peça à plataforma que a envie de novo.',
  ],
  'delivery-changed': [
    409,
    () => 'A leitura desta entrega agora resulta em outra venda: só um replay corrige os números.',
  ],
  'explanations-busy': [503, () => 'Muitas entregas abertas ao mesmo tempo. Tente novamente em instantes.'],
  'files-busy': [503, () => 'Muitos arquivos ao mesmo tempo. Tente novamente em instantes.'],
  'too-many-queries': [429, () => 'Muitas consultas em pouco tempo com esta chave. Aguarde um instante.'],
  'too-many-questions': [429, () => 'Muitas consultas de números em pouco tempo nesta empresa. Aguarde um instante.'],
  'too-many-screens': [429, () => 'Há telas demais abertas ao mesmo tempo nesta empresa.'],
  'too-many-tests': [429, () => 'Muitos testes seguidos. Aguarde um momento.'],

  // Of the ad platforms
  'ad-platform-campaign-unseen': [404, given],
  'ad-platform-campaign-taken': [409, given],
  'ad-platform-not-connected': [409, given],
  'ad-platform-reconnect': [409, given],
  'ad-object-changed': [409, given],
  'ad-action-not-permitted': [409, given],
  'ad-action-waiting': [409, () => 'Já há uma ação em andamento aqui. Aguarde o resultado.'],
  'ad-action-ended': [409, () => 'Esta ação não pode mais ser desfeita.'],
  'ad-budget-limit': [
    409,
    ({ limit, left }: { readonly limit: string; readonly left: string }) =>
      `A empresa permite aumentar orçamentos em até ${limit} por dia, e restam ${left} hoje. Um administrador muda o limite em Configurações da Empresa.`,
  ],
  'campaign-not-linked': [409, given],
  'sync-running': [409, () => 'Já há uma sincronização em andamento'],
  'ad-action-impossible': [422, given],
  'ad-budget-unusual': [
    422,
    () => 'O novo orçamento é mais que o dobro, ou menos que a metade, do atual. Confirme para continuar.',
  ],
  'ad-budget-no-rate': [
    422,
    ({ currency }: { readonly currency: string }) =>
      `Falta a cotação de ${currency}: sem ela o limite diário de orçamento não pode ser conferido. Informe-a em Configurações da Empresa.`,
  ],
  'too-many-ad-actions': [429, () => 'Muitas ações em pouco tempo nesta empresa. Aguarde um instante.'],
  'ad-platform-retry': [502, given],
  'ad-platform-too-much-data': [502, given],
  'ad-platform-permission': [502, given],
  'ad-platform-blocked': [502, given],
  'ad-platform-configuration': [502, given],
  'ad-platform-permanent': [502, given],
  'sync-failed': [502, () => 'A sincronização falhou. Tente de novo em alguns minutos.'],
  'sync-refused': [502, given],
  'ad-platform-throttled': [503, given],
  'sync-goes-on': [503, () => 'A sincronização ainda não terminou e continua em segundo plano.'],
} as const satisfies Record<string, readonly [status: number, text: Text]>;

export type ErrorCode = keyof typeof ERRORS;

/** What the sentence of a code is made of; `[]` when of nothing. */
export type ErrorParams<Code extends ErrorCode> = Parameters<(typeof ERRORS)[Code][1]>;

export const errorStatus = (code: ErrorCode): number => ERRORS[code][0];

export const errorText = <Code extends ErrorCode>(code: Code, ...params: ErrorParams<Code>): string =>
  (ERRORS[code][1] as (...given: ErrorParams<Code>) => string)(...params);

/** On the sign-in calls the answer's `error` is the sentence too (decision 37). */
const SENTENCE_AS_ERROR: readonly ErrorCode[] = ['wrong-credentials', 'too-many-attempts'];

export const wireError = (code: ErrorCode, sentence: string): string =>
  SENTENCE_AS_ERROR.includes(code) ? sentence : code;

const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !SENTENCE_AS_ERROR.includes(code)).sort();

/** What every error answer holds. */
export const ErrorAnswer = z.object({
  message: z.string().describe('A Portuguese sentence for people.'),
  error: z.union([
    z.enum(codes).describe('Stable, for programs.'),
    z
      .string()
      .regex(/^(Email ou senha incorretos$|Muitas tentativas\. )/)
      .describe('On the sign-in calls: the sentence itself.'),
  ]),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional().describe('What is wrong with each field.'),
  current: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('With `changed-meanwhile`: what is stored in each field that somebody else changed.'),
  details: z
    .record(z.string(), z.string())
    .optional()
    .describe('With `invalid-question`: what is wrong with each part of the question.'),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
