import { describe, expect, it } from 'vitest';
import type { TimeZone } from '../../primitives/time.ts';
import type { MappedConversion, MappingResult } from '../checkout.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { mapCheckout, recogniseProvider } from '../map-checkout.ts';
import { PROVIDERS, type Provider } from '../provider.ts';
import { EXAMPLE_CLICK_ID } from './example.ts';
import { EXAMPLES } from './examples.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };

/** Of 2026-11, in UTC: '20 15:00' or '20 15:00:05.000'. */
function at(moment: string | null): string | null {
  if (moment === null) return null;
  const [day, time = ''] = moment.split(' ');
  return `2026-11-${day}T${time.length === 5 ? `${time}:00.000` : time}Z`;
}

type Row = [status: ConversionStatus, event: string | null, sale: string | null, change?: Partial<MappedConversion>];
type Change<T> = { [K in keyof T]?: unknown };

interface Expected {
  readonly sale: Pick<MappedConversion, 'transactionId' | 'amount'> | Change<MappedConversion>;
  /** By the example's name; a text is the reason why it is ignored. */
  readonly examples: Readonly<Record<string, Row | string>>;
}

const CART = 'carrinho abandonado';
const SUBSCRIPTION = 'mudança de assinatura, sem venda';
const utms = (...others: string[]) => [EXAMPLE_CLICK_ID, ...others];
const change = (fields: Change<MappedConversion>) => fields as Partial<MappedConversion>;

const EXPECTED: Readonly<Record<Provider, Expected>> = {
  hotmart: {
    sale: { transactionId: 'HP16015479281022', amount: '297.00' },
    examples: {
      'Compra aprovada': ['approved', '20 15:00:05.000', '20 15:00'],
      'Boleto impresso': ['pending', '20 14:58:10.000', '20 14:58'],
      'Compra completa': ['completed', '21 15:00', '20 15:00'],
      'Pedido de reembolso': ['disputed', '20 16:00', '20 15:00'],
      Reembolso: ['refunded', '20 17:00', '20 15:00'],
      Chargeback: ['chargeback', '20 17:30', '20 15:00'],
      'Order bump': [
        'approved',
        '20 15:00:06.000',
        '20 15:00',
        change({ transactionId: 'HP16015479281023', amount: '47.00' }),
      ],
      'Formato plano': ['approved', null, null, change({ transactionId: 'HP1' })],
      'Postback 1.0': ['approved', '20 15:00', '20 15:00', change({ transactionId: 'HP16015479281099' })],
      'Carrinho abandonado': CART,
    },
  },
  'own-checkout': {
    sale: { transactionId: 'PED-1001', amount: '497.00' },
    examples: {
      'Compra aprovada': ['approved', null, null],
      'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
      Reembolso: ['refunded', '22 12:00', null],
      Chargeback: ['chargeback', '24 12:00', null],
    },
  },
  generic: {
    sale: { transactionId: 'T-1', amount: '97.90' },
    examples: {
      'Compra aprovada': ['approved', '20 15:00', '20 15:00'],
      'Aguardando pagamento': ['pending', '20 14:58', null],
      'Reembolso parcial': ['partially_refunded', '21 13:00', null, change({ refundAmount: '30.00' })],
      Reembolso: ['refunded', '22 12:00', null],
      Chargeback: ['chargeback', '24 12:00', null],
      'Chargeback revertido': ['chargeback_reversed', '28 12:00', null],
      Lead: ['approved', null, null, change({ transactionId: null, conversionType: 'lead', amount: '0.00' })],
    },
  },
  orders: {
    sale: {
      transactionId: 'PEDIDO-7781',
      amount: '197.00',
      clickReferences: utms(
        'Lançamento|238470000000',
        'Vídeo 1|238470000002',
        'Frio|238470000001',
        'FB',
        'Instagram_Feed',
      ),
    },
    examples: {
      'Pix pago': ['approved', '20 15:00', '20 15:00'],
      'Pix gerado': ['pending', '20 14:58', '20 14:58'],
      Recusado: ['refused', '20 14:58', '20 14:58'],
      Reembolso: ['refunded', '22 12:00', '20 15:00'],
      Chargeback: ['chargeback', '24 12:00', '20 15:00'],
    },
  },
  kiwify: {
    sale: { transactionId: 'b6ba3959-30b5-44fc-a3e5-2c61e3d68ee5', amount: '50.73', clickReferences: utms('FB') },
    examples: {
      'Compra aprovada': ['approved', '20 15:00', '20 15:00'],
      'Pix gerado': ['pending', '20 14:58', '20 14:58'],
      'Compra recusada': ['refused', '20 15:00', '20 14:58'],
      Reembolso: ['refunded', '22 12:00', '20 15:00'],
      Chargeback: ['chargeback', '24 12:00', '20 15:00'],
      'Carrinho abandonado': CART,
    },
  },
  eduzz: {
    sale: {
      transactionId: '98364546',
      amount: '197.50',
      clickReferences: ['FB', EXAMPLE_CLICK_ID, 'lancamento', 'cpc'],
    },
    examples: {
      'Fatura paga': ['approved', '20 15:00', '20 15:00'],
      'Fatura aberta': ['pending', '20 14:58:01.000', '20 14:58'],
      'Aguardando pagamento': ['pending', '20 14:58:30.000', '20 14:58'],
      'Fatura cancelada': ['canceled', '21 03:00', '20 14:58'],
      Reembolso: ['refunded', '22 12:00', '20 15:00'],
      Chargeback: ['chargeback', '24 12:00', '20 15:00'],
      'Assinatura atualizada': SUBSCRIPTION,
    },
  },
  monetizze: {
    sale: { transactionId: '8812345', amount: '197.00', clickReferences: utms('FB') },
    examples: {
      'Venda aprovada': ['approved', '20 15:00', '20 15:00'],
      'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
      Cancelada: ['canceled', null, '20 14:58'],
      'Devolvida (reembolso ou chargeback)': ['refunded', null, '20 15:00'],
      'Bloqueada (em disputa)': ['disputed', null, '20 15:00'],
      Completa: ['completed', null, '20 15:00'],
      'Abandono de checkout': CART,
    },
  },
  braip: {
    sale: { transactionId: 'ven7e1a2b3c', amount: '197.00', clickReferences: utms('FB') },
    examples: {
      'Pagamento aprovado': ['approved', '20 15:00', '20 15:00'],
      'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
      Cancelada: ['canceled', '21 03:00', '20 14:58'],
      Devolvida: ['refunded', '22 12:00', '20 14:58'],
      Chargeback: ['chargeback', '24 12:00', '20 14:58'],
      'Carrinho abandonado': CART,
    },
  },
  kirvano: {
    sale: { transactionId: 'G9KXR21M', amount: '169.80', clickReferences: utms('lancamento', 'paid', 'FB') },
    examples: {
      'Compra aprovada': ['approved', '20 15:00', '20 15:00'],
      'Pix gerado': ['pending', '20 14:58', '20 14:58'],
      'Pix expirado': ['expired', null, '20 14:58'],
      'Compra recusada': ['refused', '20 14:58', '20 14:58'],
      Reembolso: ['refunded', null, '20 15:00'],
      Chargeback: ['chargeback', null, '20 15:00'],
      'Carrinho abandonado': CART,
    },
  },
  ticto: {
    sale: { transactionId: 'TOC1A2B3C4D', amount: '197.00', clickReferences: utms('FB') },
    examples: {
      'Venda realizada': ['approved', '20 15:00', '20 15:00'],
      'Pix gerado': ['pending', '20 14:58', '20 14:58'],
      'Venda recusada': ['refused', '20 14:58:20.000', '20 14:58'],
      Reembolso: ['refunded', '22 12:00', '20 14:58'],
      Chargeback: ['chargeback', '24 12:00', '20 14:58'],
      'Assinatura cancelada': SUBSCRIPTION,
    },
  },
  cakto: {
    sale: {
      transactionId: '1f1c81d2-088a-412d-8bb7-3d5269d64f58',
      amount: '90.00',
      clickReferences: utms('FB'),
    },
    examples: {
      'Compra aprovada': ['approved', '20 15:00:00.575', '20 15:00:00.575'],
      'Pix gerado': ['pending', '20 14:58:00.022', '20 14:58:00.022'],
      'Compra recusada': ['refused', '20 14:58:00.022', '20 14:58:00.022'],
      Reembolso: ['refunded', '22 12:00', '20 15:00:00.575'],
      Chargeback: ['chargeback', '24 12:00', '20 15:00:00.575'],
      'Abandono de checkout': CART,
    },
  },
  'perfect-pay': {
    sale: { transactionId: 'PPCPMTB5H72794', amount: '39.90', clickReferences: utms('FB') },
    examples: {
      'Venda aprovada': ['approved', '20 15:00', '20 15:00'],
      Pendente: ['pending', '20 14:58', '20 14:58'],
      Recusada: ['refused', '20 14:58', '20 14:58'],
      Reembolso: ['refunded', null, '20 15:00'],
      Chargeback: ['chargeback', null, '20 15:00'],
      Completa: ['completed', '20 15:00', '20 15:00'],
      'Pré-checkout': CART,
    },
  },
  greenn: {
    sale: { transactionId: '7788991', amount: '187.15', clickReferences: utms('FB') },
    examples: {
      'Venda paga': ['approved', '20 15:00', '20 15:00'],
      'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
      'Venda recusada': ['refused', '20 14:58:20.000', '20 14:58'],
      Reembolso: ['refunded', '22 12:00', '20 15:00'],
      Chargeback: ['chargeback', '24 12:00', '20 15:00'],
      'Checkout abandonado': CART,
    },
  },
  hubla: {
    sale: {
      transactionId: '7614b1bb-1d1a-43ba-890c-50d74216eb56',
      amount: '960.00',
      clickReferences: ['FB', 'lancamento', EXAMPLE_CLICK_ID, 'paid'],
    },
    examples: {
      'Pagamento realizado': ['approved', '20 15:00', '20 15:00'],
      'Fatura criada': ['pending', '20 14:57:59.000', '20 15:00'],
      'Status atualizado': ['approved', '20 15:00', '20 15:00'],
      'Pagamento falhou': ['refused', '20 14:57:59.000', '20 15:00'],
      Reembolso: ['refunded', '22 12:00', '20 15:00'],
      Chargeback: ['chargeback', '24 12:00', '20 15:00'],
      'Carrinho abandonado': CART,
    },
  },
};

function expectedResult(provider: Provider, name: string): MappingResult | undefined {
  const { sale, examples } = EXPECTED[provider];
  const row = examples[name];
  if (row === undefined) return undefined;
  if (typeof row === 'string') return { kind: 'ignored', reason: row };
  const [status, event, saleTime, others] = row;
  const conversion = {
    provider,
    conversionType: 'purchase',
    status,
    refundAmount: '0.00',
    currency: 'BRL',
    eventTime: at(event),
    saleTime: at(saleTime),
    clickReferences: [EXAMPLE_CLICK_ID],
    isTest: false,
    ...sale,
    ...others,
  };
  return { kind: 'conversion', conversion: conversion as unknown as MappedConversion };
}

describe.each(PROVIDERS)('webhook examples of %s', (provider) => {
  it.each(EXAMPLES[provider].map((example) => [example.name, example] as const))(
    'maps the example "%s" to the expected conversion or reason',
    (name, example) => {
      expect(mapCheckout(provider, example.body, context)).toEqual(expectedResult(provider, name));
    },
  );

  it('recognises its own examples at the address of any checkout', () => {
    for (const { name, body } of EXAMPLES[provider]) {
      for (const hint of [undefined, ...PROVIDERS]) {
        expect([name, hint, recogniseProvider(body, hint)]).toEqual([name, hint, provider]);
      }
    }
  });
});
