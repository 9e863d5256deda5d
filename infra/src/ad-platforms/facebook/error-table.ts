// What each refusal of the provider means, in one table. The first row that fits counts.
import { z } from 'zod';
import { type GraphAction, GraphError } from './graph-error.ts';

const ProviderError = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.number().int().catch(0),
    error_subcode: z.number().int().optional().catch(undefined),
    is_transient: z.boolean().catch(false),
    // Shown to people and logged, so only what a trace id can look like is taken.
    fbtrace_id: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .optional()
      .catch(undefined),
  }),
});
type Refusal = z.infer<typeof ProviderError>['error'];

interface Row {
  readonly fits: (refusal: Refusal) => boolean;
  readonly action: GraphAction;
  readonly sentence: string;
}

const RECONNECT = 'Clique em Reconectar.';
export const sentences = {
  retry: 'O Facebook não respondeu como devia. Tente de novo em alguns minutos.',
  throttled: 'O Facebook limitou as chamadas por um tempo. A sincronização continua depois da pausa.',
  tooMuchData: 'O período tem dados demais para o Facebook. Sincronize um período menor.',
  permission: 'Esta conexão não tem acesso à conta de anúncios. Peça acesso no Gerenciador de Negócios e reconecte.',
  reconnect: `A conexão com o Facebook não vale mais. ${RECONNECT}`,
  blocked: 'O Facebook bloqueou esta ação por suas políticas. Veja os avisos da conta no Facebook.',
  app: 'O Facebook recusou o aplicativo. Confira META_APP_ID e META_APP_SECRET.',
  version: 'A versão da API do Facebook não vale mais. Ajuste META_API_VERSION.',
  redirect: 'O Facebook recusou o endereço de retorno. Cadastre-o no aplicativo do Facebook.',
  unknown: 'O Facebook não tem o que foi pedido, ou esta conexão não o vê. Confira o ID e o acesso à conta.',
  permanent: 'O Facebook recusou o pedido.',
  oldEvent: 'O Facebook não aceita mais esta venda: ela tem mais de 7 dias.',
  pixelToken: 'O token do pixel não vale mais. Gere outro no Gerenciador de Eventos e salve-o.',
  unexpected: 'O Facebook respondeu de um modo inesperado. Avise o suporte.',
} as const;

const code = (...codes: number[]) => {
  const known = new Set(codes);
  return (refusal: Refusal) => known.has(refusal.code);
};
const exactly = (main: number, ...subcodes: number[]) => {
  const known = new Set(subcodes);
  return (refusal: Refusal) => refusal.code === main && known.has(refusal.error_subcode ?? 0);
};
const says = (main: number, words: RegExp) => (refusal: Refusal) =>
  refusal.code === main && words.test(refusal.message);

/** Limits come before `is_transient`, which they carry too. 80000 and above: one code for each kind of limit of an account. */
const THROTTLE_CODES = [4, 17, 32, 341, 613, 80000, 80001, 80002, 80003, 80004, 80005, 80006, 80008, 80009, 80014];
/** Limits of the whole app; the others are of one account or person. */
const APP_THROTTLE_CODES = new Set([4]);

const table: readonly Row[] = [
  { fits: code(...THROTTLE_CODES), action: 'throttled', sentence: sentences.throttled },
  { fits: exactly(100, 1_487_534), action: 'too-much-data', sentence: sentences.tooMuchData },
  { fits: says(1, /reduce the amount of data/i), action: 'too-much-data', sentence: sentences.tooMuchData },
  { fits: code(2635), action: 'configuration', sentence: sentences.version },
  { fits: code(101), action: 'configuration', sentence: sentences.app },
  { fits: says(1, /client secret/i), action: 'configuration', sentence: sentences.app },
  { fits: says(100, /appsecret_proof/i), action: 'configuration', sentence: sentences.app },
  { fits: code(191), action: 'configuration', sentence: sentences.redirect },
  { fits: exactly(100, 36_008), action: 'configuration', sentence: sentences.redirect },
  // The code of the consent page: used twice, or too late.
  { fits: exactly(100, 36_007, 36_009), action: 'reconnect', sentence: sentences.reconnect },
  { fits: exactly(190, 458), action: 'reconnect', sentence: `O aplicativo foi removido no Facebook. ${RECONNECT}` },
  {
    fits: exactly(190, 459, 464),
    action: 'reconnect',
    sentence: `O Facebook pede uma verificação da conta. Entre em facebook.com, resolva o aviso e volte. ${RECONNECT}`,
  },
  { fits: exactly(190, 460), action: 'reconnect', sentence: `A senha do Facebook mudou. ${RECONNECT}` },
  { fits: exactly(190, 463), action: 'reconnect', sentence: `A conexão com o Facebook expirou. ${RECONNECT}` },
  { fits: code(102, 190), action: 'reconnect', sentence: sentences.reconnect },
  { fits: code(368), action: 'blocked', sentence: sentences.blocked },
  { fits: exactly(100, 33), action: 'permission', sentence: sentences.unknown },
  { fits: exactly(100, 2_804_003), action: 'permanent', sentence: sentences.oldEvent },
  { fits: code(3, 10), action: 'permission', sentence: sentences.permission },
  {
    fits: (refusal) => refusal.code >= 200 && refusal.code <= 299,
    action: 'permission',
    sentence: sentences.permission,
  },
  { fits: (refusal) => refusal.is_transient, action: 'retry', sentence: sentences.retry },
  { fits: code(1, 2), action: 'retry', sentence: sentences.retry },
];

/**
 * The error that an answer is, or undefined when it is none. `body` is the parsed JSON. `waitMs` says how long to be quiet when the
 * provider throttles; it is asked only then.
 */
export function readRefusal(status: number, body: unknown, waitMs: (ofApp: boolean) => number): GraphError | undefined {
  const parsed = ProviderError.safeParse(body);
  if (!parsed.success) return status >= 400 ? refusalWithoutBody(status, waitMs) : undefined;
  const refusal = parsed.data.error;
  const row = table.find(({ fits }) => fits(refusal));
  const action = row?.action ?? (status >= 500 ? 'retry' : 'permanent');
  return new GraphError(action, {
    sentence:
      row?.sentence ?? (action === 'retry' ? sentences.retry : `${sentences.permanent} (código ${refusal.code})`),
    status,
    code: refusal.code,
    subcode: refusal.error_subcode,
    fbtraceId: refusal.fbtrace_id,
    waitMs: action === 'throttled' ? waitMs(APP_THROTTLE_CODES.has(refusal.code)) : undefined,
  });
}

function refusalWithoutBody(status: number, waitMs: (ofApp: boolean) => number): GraphError {
  if (status === 429)
    return new GraphError('throttled', { sentence: sentences.throttled, status, waitMs: waitMs(false) });
  if (status === 408 || status >= 500) return new GraphError('retry', { sentence: sentences.retry, status });
  return new GraphError('permanent', { sentence: sentences.permanent, status });
}
