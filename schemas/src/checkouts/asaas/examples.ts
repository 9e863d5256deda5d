import { EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const payment = (event: string, dateCreated: string, status: string, fields: object = {}) => ({
  id: 'evt_05b708f961d739ea7eba7e4db318f621&368604920',
  event,
  dateCreated,
  payment: {
    object: 'payment',
    id: 'pay_080225913252',
    dateCreated: '2026-11-20',
    customer: 'cus_G7Dvo4iphUNk',
    dueDate: '2026-11-21',
    value: 197,
    netValue: 193.51,
    billingType: 'CREDIT_CARD',
    status,
    description: 'Pedido 056984',
    externalReference: EXAMPLE_CLICK_ID,
    confirmedDate: '2026-11-20' as string | null,
    originalValue: null as number | null,
    deleted: false,
    ...fields,
  },
});

const unpaid = { confirmedDate: null, billingType: 'PIX' };
const refunds = [
  { dateCreated: '2026-11-23 10:00:00', status: 'DONE', value: 47 },
  { dateCreated: '2026-11-22 09:00:00', status: 'DONE', value: 10 },
];

export const examples: readonly Example[] = [
  { name: 'Cobrança confirmada', body: payment('PAYMENT_CONFIRMED', '2026-11-20 12:00:05', 'CONFIRMED') },
  { name: 'Cobrança criada', body: payment('PAYMENT_CREATED', '2026-11-20 11:58:00', 'PENDING', unpaid) },
  { name: 'Cobrança recebida', body: payment('PAYMENT_RECEIVED', '2026-11-23 08:00:00', 'RECEIVED') },
  { name: 'Cobrança vencida', body: payment('PAYMENT_OVERDUE', '2026-11-22 03:00:00', 'OVERDUE', unpaid) },
  { name: 'Cobrança removida', body: payment('PAYMENT_DELETED', '2026-11-22 09:00:00', 'PENDING', unpaid) },
  {
    name: 'Estorno parcial',
    body: payment('PAYMENT_PARTIALLY_REFUNDED', '2026-11-23 10:00:01', 'RECEIVED', { refunds }),
  },
  { name: 'Cobrança estornada', body: payment('PAYMENT_REFUNDED', '2026-11-24 09:00:00', 'REFUNDED') },
  {
    name: 'Chargeback',
    body: payment('PAYMENT_CHARGEBACK_REQUESTED', '2026-11-25 09:00:00', 'CHARGEBACK_REQUESTED'),
  },
  { name: 'Fatura vista', body: payment('PAYMENT_CHECKOUT_VIEWED', '2026-11-20 11:59:00', 'PENDING', unpaid) },
];
