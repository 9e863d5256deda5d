// What the words of a generic body say happened, and what an event and a status say together. The reference of the API is generated from these
// tables. A word is compared without case, accents and separators: 'order.refunded', 'ORDER_REFUNDED', 'orderRefunded' and 'Order refunded' are
// one. It is looked up whole: 'unpaid' is not 'paid'.

import { nameKey } from '../../capture/field-names.ts';
import type { ConversionStatus } from '../conversion-status.ts';

/** What an event is about. Any of them may stand before or behind the word of what happened: 'payment_intent.succeeded', 'new order'. */
export const SUBJECTS = [
  ...['purchase', 'purchases', 'order', 'orders', 'sale', 'sales', 'payment', 'payments', 'charge', 'charges'],
  ...[
    'transaction',
    'transactions',
    'invoice',
    'invoices',
    'payment intent',
    'capture',
    'checkout',
    'checkout session',
  ],
  ...[
    'conversion',
    'conversions',
    'bill',
    'billing',
    'receivable',
    'payment link',
    'async payment',
    'card',
    'credit card',
  ],
  ...['compra', 'compras', 'venda', 'vendas', 'pedido', 'pedidos', 'pagamento', 'pagamentos', 'cobranca', 'fatura'],
  ...['transacao', 'transacoes', 'conversao', 'pix', 'boleto', 'billet', 'bank slip', 'cartao', 'webhook'],
  ...['subscription payment', 'recurring payment', 'renewal', 'upsell', 'order bump', 'wc'],
] as const;

/** What happened to a payment, of a status and of an event whose subject is above. */
export const STATUS_WORDS = {
  approved: [
    ...['approved', 'approve', 'paid', 'succeeded', 'success', 'successful', 'confirmed', 'confirm'],
    ...['captured', 'accepted', 'settled', 'payment received', 'fully paid', 'aprovado', 'aprovada', 'pago', 'paga'],
    ...['confirmado', 'confirmada', 'compensado', 'compensada', 'quitado', 'quitada', 'efetivado', 'efetivada'],
    ...[
      'payed',
      'rebill',
      'aceito',
      'aceita',
      'realizado',
      'realizada',
      'pagado',
      'pagada',
      'accredited',
      'cleared',
      'wc processing',
    ],
  ],
  completed: [
    ...[
      'completed',
      'complete',
      'finished',
      'finalized',
      'concluded',
      'concluido',
      'concluida',
      'completo',
      'completa',
    ],
    ...['finalizado', 'finalizada'],
  ],
  pending: [
    ...['pending', 'waiting', 'waiting payment', 'awaiting', 'awaiting payment', 'pending payment', 'payment pending'],
    ...['hold', 'on hold', 'held', 'authorized', 'authorised', 'requires action', 'requires payment method'],
    ...[
      'requires confirmation',
      'requires capture',
      'in analysis',
      'under analysis',
      'analysis',
      'in review',
      'review',
    ],
    ...['under review', 'in process', 'in progress', 'delayed', 'overdue', 'past due', 'partially paid', 'pre order'],
    ...['generated', 'printed', 'issued', 'pendente', 'aguardando', 'aguardando pagamento', 'em analise', 'em aberto'],
    ...['em processamento', 'processando', 'autorizado', 'autorizada', 'gerado', 'gerada', 'emitido', 'emitida'],
    ...['impresso', 'impressa', 'atrasado', 'atrasada', 'pendiente', 'waiting for payment', 'payment due'],
    ...['parcialmente pago', 'parcialmente paga', 'pago parcialmente', 'paga parcialmente', 'authorized with delay'],
    // Keitaro and others call a conversion that waits to be approved a lead.
    ...['lead', 'reg', 'analyzing', 'pending review', 'awaiting risk analysis', 'payer action required', 'incomplete'],
  ],
  expired: ['expired', 'expire', 'expirado', 'expirada', 'vencido', 'vencida', 'timed out', 'timeout', 'lapsed'],
  refused: [
    ...['refused', 'refuse', 'declined', 'rejected', 'reject', 'failed', 'failure', 'fail', 'denied', 'blocked'],
    ...['not authorized', 'unauthorized', 'no funds', 'fraud', 'recusado', 'recusada', 'negado', 'negada'],
    ...['rejeitado', 'rejeitada', 'reprovado', 'reprovada', 'falhou', 'falha', 'nao autorizado', 'nao autorizada'],
    ...['nao aprovado', 'nao aprovada', 'rechazado', 'rechazada', 'fraude', 'disapproved', 'invalid', 'with error'],
    ...['trash', 'trashed', 'scrub', 'scrubbed', 'fake', 'spam', 'bloqueado', 'bloqueada', 'insf'],
  ],
  canceled: [
    ...['canceled', 'cancelled', 'cancel', 'cancelation', 'cancellation', 'canceling', 'void', 'voided', 'aborted'],
    ...['annulled', 'deleted', 'delete', 'removed', 'cancelado', 'cancelada', 'cancelamento', 'anulado', 'anulada'],
  ],
  disputed: [
    ...['disputed', 'protest', 'protested', 'in dispute', 'under dispute', 'refund requested', 'refund pending'],
    ...['em disputa', 'disputada', 'disputado', 'reclamado', 'reclamada', 'em mediacao', 'in mediation', 'mediation'],
    ...['reembolso solicitado', 'estorno solicitado', 'estorno pendente', 'reembolso pendente', 'pending refund'],
    ...['refund in progress', 'reembolso em andamento', 'estorno em andamento', 'em reembolso', 'claimed'],
  ],
  partially_refunded: [
    ...['partially refunded', 'partial refund', 'partial refunded', 'refunded partially', 'refunded partial'],
    ...['refund partial', 'refunded partly', 'partly refunded', 'part refunded', 'partial refund completed'],
    ...['partial cancel', 'partial canceled', 'partially returned', 'partial return', 'partial reversal'],
    ...['partially reversed', 'partial void', 'reembolso parcial', 'parcialmente reembolsado'],
    ...['parcialmente reembolsada', 'reembolsado parcialmente', 'reembolsada parcialmente', 'reembolsado parcial'],
    ...['estorno parcial', 'parcialmente estornado', 'parcialmente estornada', 'estornado parcialmente'],
    ...['estornada parcialmente', 'devolucao parcial', 'parcialmente devolvido', 'parcialmente devolvida'],
  ],
  refunded: [
    ...['refunded', 'refund', 'refunds', 'fully refunded', 'full refund', 'total refund', 'reversed', 'reversal'],
    ...['returned', 'return', 'money back', 'reimbursed', 'reimbursement', 'reembolsado', 'reembolsada', 'reembolso'],
    ...['reembolsar', 'reembolso total', 'estornado', 'estornada', 'estorno', 'estornar', 'estorno total', 'devolvido'],
    ...['rfnd', 'devolvida', 'devolucao', 'reintegrado', 'devuelto', 'devuelta', 'ressarcido', 'ressarcimento'],
  ],
  chargeback: [
    ...['chargeback', 'chargebacks', 'charged back', 'chargedback', 'chargebacked', 'charge back', 'dispute lost'],
    ...['cgbk', 'disputa perdida', 'contestado', 'contestada', 'estornado por chargeback'],
  ],
  chargeback_reversed: [
    ...['chargeback reversed', 'chargeback reversal', 'chargeback won', 'chargeback cancelled', 'chargeback canceled'],
    ...[
      'canceled reversal',
      'reversed chargeback',
      'dispute won',
      'chargeback revertido',
      'chargeback cancelado',
      'disputa ganha',
    ],
  ],
} as const satisfies Record<ConversionStatus, readonly string[]>;

/** A first step of a payment: less than any other word with it, and pending where it is alone. */
export const OPEN_WORDS = [
  ...['created', 'create', 'new', 'placed', 'open', 'opened', 'initiated', 'started', 'processing', 'submitted'],
  ...['criado', 'criada', 'novo', 'nova', 'aberto', 'aberta', 'iniciado', 'iniciada', 'checkout order approved'],
  // A bill that is ready to be paid.
  ...['invoice finalized', 'invoice finalised', 'invoice approved', 'invoice accepted', 'invoice confirmed'],
  ...['bill finalized', 'bill approved', 'fatura finalizada', 'fatura fechada', 'fatura aprovada'],
] as const;

/** Outcomes of a dispute; of a status they mean this only with an event of a dispute. */
export const DISPUTE_WORDS = {
  chargeback_reversed: [
    'won',
    'win',
    'ganha',
    'ganho',
    'reversed',
    'canceled',
    'cancelled',
    'closed in favor of seller',
  ],
  chargeback: ['lost', 'loss', 'perdida', 'perdido'],
} as const;

/** Words of events by what they say; those of STATUS_WORDS and OPEN_WORDS are events, too. */
export const EVENT_WORDS = {
  /** A conversion that happened: approved where no status says otherwise. */
  happened: [
    ...['purchase', 'sale', 'conversion', 'compra', 'venda', 'conversao', 'complete payment', 'new sale', 'nova venda'],
    ...['new purchase', 'nova compra'],
  ],
  /** Of a payment, without what happened: a status must say it. */
  unsaid: [
    ...[
      'order',
      'pedido',
      'payment',
      'pagamento',
      'transaction',
      'transacao',
      'charge',
      'cobranca',
      'invoice',
      'fatura',
    ],
    ...['checkout', 'payment intent', 'updated', 'update', 'changed', 'change', 'modified', 'edited', 'status changed'],
    ...[
      'status change',
      'status update',
      'status updated',
      'atualizado',
      'atualizada',
      'atualizacao',
      'alterado',
      'alterada',
    ],
    ...[
      'mudanca de status',
      'shipped',
      'fulfilled',
      'delivered',
      'enviado',
      'enviada',
      'entregue',
      'main',
      'bump',
      'order bump',
    ],
    ...['upsell', 'downsell', 'cross sell', 'renewal', 'renewed', 'renovacao', 'rebill', 'recurring', 'recorrente'],
    ...[
      'recorrencia',
      'subscription',
      'assinatura',
      'subscription renewed',
      'subscription renewal',
      'subscription payment',
    ],
    ...[
      'recurring payment',
      'initial',
      'first',
      'deposit',
      'deposito',
      'first deposit',
      'ftd',
      'cpa',
      'cps',
      'revshare',
    ],
    ...['integrated', 'integrado', 'integrada', 'pending integration', 'invoiced', 'faturado', 'faturada', 'bill'],
    ...['donation', 'donate', 'doacao', 'offline', 'affiliate', 'goal', 'acquisition'],
  ],
  lead: [
    ...['lead', 'leads', 'new lead', 'novo lead', 'lead created', 'lead criado', 'signup', 'sign up', 'signed up'],
    ...[
      'generate lead',
      'lead generated',
      'lead gerado',
      'register',
      'registered',
      'registration',
      'complete registration',
    ],
    ...[
      'completed registration',
      'submit application',
      'cadastro',
      'cadastrado',
      'novo cadastro',
      'inscricao',
      'opt in',
    ],
    ...[
      'lead captured',
      'lead capturado',
      'qualified lead',
      'lead qualificado',
      'lead conversion',
      'conversao de lead',
    ],
    ...['new contact', 'novo contato', 'new subscriber', 'subscriber created', 'novo inscrito', 'form response'],
    ...['formulario enviado', 'envio de formulario', 'quiz completed', 'quiz concluido', 'webhook converted'],
    ...['form submit', 'form submitted', 'form submission', 'submit form', 'contact', 'contato', 'cpl', 'soi', 'doi'],
  ],
  /** Money goes back, by an object of its own: its status says whether it did. */
  refund: [
    ...['refund', 'refunds', 'reembolso', 'estorno', 'devolucao', 'refund created', 'refund create', 'refunds create'],
    ...['refund completed', 'refund complete', 'refund succeeded', 'refund success', 'refund successful'],
    ...['refund approved', 'refund processed', 'refund issued', 'refund paid', 'refund done', 'refund confirmed'],
    ...['refund settled', 'refund accepted', 'refund finished', 'reembolso aprovado', 'reembolso realizado'],
    ...['reembolso concluido', 'reembolso confirmado', 'reembolso efetuado', 'reembolso pago', 'reembolso criado'],
    ...['estorno aprovado', 'estorno realizado', 'estorno concluido', 'estorno confirmado', 'estorno efetuado'],
    ...['refund updated', 'refund update', 'reembolso atualizado', 'estorno atualizado'],
    ...['devolucao realizada', 'devolucao concluida', 'refund order', 'refund received', 'pix refund', 'estorno pix'],
  ],
  /** A refund or dispute that moves no money, or not yet. */
  moneyNotBack: [
    ...['refund requested', 'refund request', 'request refund', 'refund pending', 'refund initiated', 'refund started'],
    ...[
      'refund in progress',
      'refund processing',
      'reembolso em andamento',
      'estorno em andamento',
      'refund failed',
      'refund declined',
      'refund denied',
      'refund rejected',
      'refund refused',
      'refund canceled',
    ],
    ...['refund cancelled', 'refund expired', 'refund reversed', 'reembolso solicitado', 'solicitacao de reembolso'],
    ...['pedido de reembolso', 'reembolso pendente', 'reembolso negado', 'reembolso recusado', 'reembolso cancelado'],
    ...['estorno solicitado', 'solicitacao de estorno', 'estorno pendente', 'estorno negado', 'estorno recusado'],
    ...['estorno cancelado', 'reembolso falhou', 'estorno falhou', 'refund analysis', 'refund in analysis'],
    ...['reembolso em analise', 'estorno em analise'],
  ],
  dispute: [
    ...[
      'chargeback dispute',
      'chargeback disputed',
      'chargeback in dispute',
      'dispute',
      'disputes',
      'dispute created',
      'dispute opened',
      'dispute updated',
      'dispute closed',
      'disputa',
    ],
    ...[
      'disputa aberta',
      'claim',
      'claim opened',
      'contestacao',
      'inquiry',
      'retrieval request',
      'reclamacao',
      'mediacao',
    ],
  ],
  chargeback: [
    ...['chargeback', 'chargebacks', 'chargeback created', 'chargeback opened', 'chargeback received'],
    ...['chargeback requested', 'chargeback completed', 'chargeback lost', 'chargeback confirmed', 'chargeback closed'],
    ...['chargeback aberto', 'chargeback recebido', 'novo chargeback', 'new chargeback'],
  ],
  cart: [
    ...['abandoned cart', 'cart abandoned', 'cart abandonment', 'abandon cart', 'abandoned checkout'],
    ...[
      'checkout abandoned',
      'checkout abandonment',
      'abandoned',
      'purchase out of shopping cart',
      'carrinho abandonado',
    ],
    ...['abandoned created', 'lost cart', 'cart lost', 'carrinho perdido', 'cart reminder'],
    ...['abandono de carrinho', 'abandono', 'checkout abandonado', 'recuperacao de carrinho', 'cart recovery'],
  ],
  subscription: [
    ...[
      'cancel rebill',
      'uncancel rebill',
      'subscription canceled',
      'subscription cancelled',
      'subscription cancellation',
      'subscription cancel',
    ],
    ...['subscription expired', 'subscription updated', 'subscription deleted', 'subscription paused'],
    ...['subscription suspended', 'subscription resumed', 'subscription reactivated', 'subscription ended'],
    ...['subscription late', 'subscription overdue', 'subscription past due', 'customer subscription deleted'],
    ...['customer subscription updated', 'customer subscription paused', 'customer subscription resumed'],
    ...['billing subscription cancelled', 'billing subscription expired', 'billing subscription suspended'],
    ...[
      'billing subscription updated',
      'cancel subscription',
      'unsubscribe',
      'unsubscribed',
      'switch plan',
      'plan changed',
    ],
    ...[
      'assinatura cancelada',
      'assinatura atrasada',
      'assinatura expirada',
      'assinatura suspensa',
      'assinatura pausada',
    ],
    ...['assinatura atualizada', 'assinatura encerrada', 'assinatura reativada', 'cancelamento de assinatura'],
    ...['cancelamento da assinatura', 'cancelar assinatura', 'troca de plano'],
  ],
  access: [
    'product access',
    'access granted',
    'access removed',
    'club first access',
    'club module completed',
    'acesso liberado',
  ],
  ping: [
    'ping',
    'test',
    'teste',
    'test sale',
    'test bill',
    'test rfnd',
    'webhook test',
    'test webhook',
    'webhook verification',
    'health check',
    'healthcheck',
  ],
  notConversion: [
    ...[
      'add to cart',
      'added to cart',
      'add cart',
      'addition to cart',
      'cart',
      'cart add',
      'cart created',
      'cart updated',
    ],
    ...['view cart', 'cart viewed', 'remove from cart', 'removed from cart', 'add to wishlist', 'wishlist', 'carrinho'],
    ...[
      'adicionar ao carrinho',
      'adicionado ao carrinho',
      'adicionou ao carrinho',
      'page view',
      'pageview',
      'page viewed',
    ],
    ...['page visit', 'view page', 'visit', 'visita', 'visualizacao', 'visualizacao de pagina', 'visualizou pagina'],
    ...['view content', 'content view', 'view item', 'view item list', 'select item', 'view product', 'product view'],
    ...['product viewed', 'product page view', 'view category', 'view promotion', 'select promotion', 'view', 'click'],
    ...['clique', 'impression', 'begin checkout', 'checkout begin', 'checkout began', 'initiate checkout'],
    ...['initiated checkout', 'checkout initiated', 'start checkout', 'checkout started', 'started checkout'],
    ...['checkout start', 'checkout created', 'checkout viewed', 'checkout view', 'checkout step completed'],
    ...['iniciar checkout', 'iniciou checkout', 'inicio de checkout', 'checkout iniciado', 'initiate payment'],
    ...['add payment info', 'payment info added', 'added payment info', 'add shipping info', 'add billing info'],
    ...['search', 'searched', 'busca', 'view search results', 'login', 'log in', 'logged in', 'logout', 'scroll'],
    ...['session start', 'session started', 'first visit', 'user engagement', 'engagement', 'time on page'],
    ...['video view', 'video play', 'video start', 'file download', 'download', 'share', 'customize product'],
    ...['find location', 'schedule', 'scheduled', 'agendamento', 'trial', 'trials', 'free trial', 'start trial'],
    ...['trial start', 'trial started', 'trial started subscription', 'subscription trial started', 'begin trial'],
    ...['trial begin', 'trialing', 'in trial', 'trial ended', 'trial end', 'trial expired', 'trial will end'],
    ...['customer subscription trial will end', 'teste gratis', 'periodo de teste'],
    ...['inicio de teste', 'inicio do teste', 'avaliacao gratuita', 'quote', 'quote created', 'orcamento', 'proposal'],
    ...['customer created', 'customer updated', 'customer', 'cliente criado', 'contact created', 'contact updated'],
    ...['product created', 'product updated', 'product deleted', 'install', 'app install', 'app open', 'bounce'],
    ...['email open', 'email opened', 'email click', 'shipping updated', 'tracking updated', 'inventory updated'],
  ],
  /** Values of `type` that speak of the payment method or the message, not of what happened. */
  nothing: [
    ...['credit card', 'credit', 'debit', 'debit card', 'card', 'cartao', 'cartao de credito', 'cartao credito', 'pix'],
    ...['boleto', 'billet', 'paypal', 'bank transfer', 'transferencia', 'product', 'produto', 'physical', 'digital'],
    ...['fisico', 'one time', 'single', 'unico', 'standard', 'default', 'normal', 'web', 'online', 'website', 'site'],
    ...[
      'ecommerce',
      'manual',
      'automatic',
      'event',
      'webhook',
      'notification',
      'postback',
      'callback',
      's2s',
      'server',
    ],
  ],
} as const;

type EventGroup = keyof typeof EVENT_WORDS;

/** What a word says: of an event alone, of both, or of no conversion. */
export type Meaning = ConversionStatus | 'open' | EventGroup;

const WORDS_OF_EVENTS = keysOf(EVENT_WORDS);
const WORDS_OF_STATUSES = keysOf({ ...STATUS_WORDS, open: OPEN_WORDS });
const WORDS_OF_DISPUTES = keysOf(DISPUTE_WORDS);
const SUBJECT_KEYS = [...new Set(SUBJECTS.map(nameKey))].sort((one, other) => other.length - one.length);
/** 'cancelamento do pedido'. */
const ENDS = SUBJECT_KEYS.flatMap((subject) => [...['de', 'do', 'da', 'of'].map((word) => word + subject), subject]);
const WORD_LENGTH_MAX = 80;

function keysOf<Group extends string>(table: Readonly<Record<Group, readonly string[]>>): ReadonlyMap<string, Group> {
  const groups = Object.entries(table) as [Group, readonly string[]][];
  return new Map(groups.flatMap(([group, words]) => words.map((word) => [nameKey(word), group] as const)));
}

/** The word of what happened, without the subjects around it. */
function outcomeIn(key: string): ConversionStatus | 'open' | undefined {
  const known = WORDS_OF_STATUSES.get(key);
  if (known !== undefined) return known;
  const rests = [
    ...SUBJECT_KEYS.filter((subject) => key.startsWith(subject)).map((subject) => key.slice(subject.length)),
    ...ENDS.filter((end) => key.endsWith(end)).map((end) => key.slice(0, -end.length)),
  ];
  for (const rest of rests) {
    const outcome = rest === '' ? undefined : outcomeIn(rest);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

/** Undefined for a word that is in no table. */
export function eventMeaning(word: string): Meaning | undefined {
  const key = nameKey(word);
  if (key === '' || key.length > WORD_LENGTH_MAX) return undefined;
  const [known, within] = [WORDS_OF_EVENTS.get(key), meaningWithin(key)];
  // 'order.refund.requested' is of the refund, whose amount and id may be its own: nothing of it counts.
  return known ?? (within === 'moneyNotBack' ? within : (outcomeIn(key) ?? within));
}

/** 'charge.dispute.created', 'payment.refund.succeeded': an object within another. 'order.status.updated' begins with 'orders', too, and with 'order'. */
function meaningWithin(key: string): EventGroup | undefined {
  const subjects = SUBJECT_KEYS.filter((one) => key.startsWith(one));
  return subjects.map((one) => WORDS_OF_EVENTS.get(key.slice(one.length))).find((meaning) => meaning !== undefined);
}

const SILENT_GROUPS = ['cart', 'subscription', 'access', 'ping', 'notConversion'] as const;
/** Events that are no conversion, with any status. */
export type SilentGroup = (typeof SILENT_GROUPS)[number];
const SILENT: ReadonlySet<string> = new Set(SILENT_GROUPS);
export const isSilent = (meaning: string | undefined): meaning is SilentGroup =>
  meaning !== undefined && SILENT.has(meaning);

/** Of a status; undefined for a word that is in no table. */
export function statusMeaning(word: string): ConversionStatus | 'open' | SilentGroup | undefined {
  const key = nameKey(word);
  if (key === '' || key.length > WORD_LENGTH_MAX) return undefined;
  const event = WORDS_OF_EVENTS.get(key);
  // Some trackers call the state of a conversion that counts 'sale'.
  if (event === 'happened') return 'approved';
  return outcomeIn(key) ?? (isSilent(event) ? event : undefined);
}

/** Of a status with an event of a dispute. */
export const disputeMeaning = (word: string): 'chargeback' | 'chargeback_reversed' | undefined =>
  WORDS_OF_DISPUTES.get(nameKey(word));

type Word = ConversionStatus | 'open';
/** `not_back`: no money moved, the conversion stays as it was. `?`: not understood. */
export type Together = ConversionStatus | 'not_back' | '?';

const DECIDES: Readonly<Record<Word, Together>> = {
  ...Object.fromEntries((Object.keys(STATUS_WORDS) as ConversionStatus[]).map((status) => [status, status])),
  open: 'pending',
} as Record<Word, Together>;

const NOT_BACK = {
  pending: 'not_back',
  open: 'not_back',
  expired: 'not_back',
  refused: 'not_back',
  canceled: 'not_back',
  disputed: 'not_back',
} as const;

/** An event after which no money is there: only what takes more back says more. */
const ended = (event: ConversionStatus): Readonly<Record<Word, Together>> => ({
  ...DECIDES,
  approved: event,
  completed: event,
  pending: event,
  open: event,
  expired: event,
  refused: event,
  canceled: event,
  disputed: event,
  partially_refunded: event,
  chargeback_reversed: '?',
});

/**
 * What event (row) and status (column) say together. The event leads: a status may say less of an approval, and no status makes a conversion of an event
 * that is none. Without a status `alone` counts; events that are no conversion are ignored with any status.
 */
export const TOGETHER: Readonly<
  Record<Exclude<Meaning, SilentGroup | 'nothing'>, Readonly<Record<Word, Together> & { alone: Together }>>
> = {
  happened: { ...DECIDES, alone: 'approved' },
  lead: { ...DECIDES, open: 'approved', alone: 'approved' },
  unsaid: { ...DECIDES, alone: '?' },
  open: { ...DECIDES, alone: 'pending' },
  approved: { ...DECIDES, open: 'approved', completed: 'approved', alone: 'approved' },
  completed: { ...DECIDES, open: 'completed', approved: 'completed', alone: 'completed' },
  pending: { ...DECIDES, approved: 'pending', completed: 'pending', chargeback_reversed: '?', alone: 'pending' },
  expired: { ...ended('expired'), alone: 'expired' },
  refused: { ...ended('refused'), alone: 'refused' },
  canceled: { ...ended('canceled'), alone: 'canceled' },
  disputed: {
    ...DECIDES,
    approved: 'disputed',
    completed: 'disputed',
    pending: 'disputed',
    open: 'disputed',
    alone: 'disputed',
  },
  dispute: {
    ...NOT_BACK,
    approved: 'not_back',
    completed: 'not_back',
    partially_refunded: 'partially_refunded',
    refunded: 'refunded',
    chargeback: 'chargeback',
    chargeback_reversed: 'chargeback_reversed',
    alone: 'not_back',
  },
  moneyNotBack: {
    ...NOT_BACK,
    approved: 'not_back',
    completed: 'not_back',
    partially_refunded: '?',
    refunded: '?',
    chargeback: 'chargeback',
    chargeback_reversed: '?',
    alone: 'not_back',
  },
  /** The status is that of the refund. */
  refund: {
    ...NOT_BACK,
    approved: 'refunded',
    completed: 'refunded',
    partially_refunded: 'partially_refunded',
    refunded: 'refunded',
    chargeback: 'chargeback',
    chargeback_reversed: '?',
    alone: 'refunded',
  },
  refunded: { ...ended('refunded'), partially_refunded: 'partially_refunded', alone: 'refunded' },
  partially_refunded: { ...ended('partially_refunded'), refunded: 'partially_refunded', alone: 'partially_refunded' },
  chargeback: {
    ...ended('chargeback'),
    refunded: 'chargeback',
    expired: '?',
    refused: '?',
    canceled: '?',
    chargeback_reversed: 'chargeback_reversed',
    alone: 'chargeback',
  },
  chargeback_reversed: {
    ...(Object.fromEntries(Object.keys(DECIDES).map((word) => [word, 'chargeback_reversed'])) as Record<
      Word,
      Together
    >),
    alone: 'chargeback_reversed',
  },
};

/** Of several words of one kind, the one that leaves the least money decides, in any order. */
export const LEAST_FIRST: readonly Meaning[] = [
  ...(['ping', 'notConversion', 'cart', 'subscription', 'access'] as const),
  ...([
    'chargeback_reversed',
    'chargeback',
    'partially_refunded',
    'refunded',
    'refund',
    'moneyNotBack',
    'dispute',
  ] as const),
  ...(['canceled', 'refused', 'expired', 'disputed', 'pending', 'lead', 'completed', 'approved'] as const),
  ...(['open', 'happened', 'unsaid', 'nothing'] as const),
];

export const leastOf = <One extends Meaning>(meanings: readonly One[]): One | undefined =>
  [...meanings].sort((one, other) => LEAST_FIRST.indexOf(one) - LEAST_FIRST.indexOf(other))[0];
