import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const DRAFT = { status: 'draft', when: '2026-11-20T14:57:59.000Z' };
const UNPAID = { status: 'unpaid', when: '2026-11-20T14:58:00.000Z' };
const PAID = { status: 'paid', when: '2026-11-20T15:00:00.000Z' };

function invoice(type: string, status: string, statusAt: readonly object[]) {
  return {
    type,
    version: '2.0.0',
    event: {
      product: { id: 'inAVzweR0QYw5y03K5mq', name: 'Curso X' },
      products: [
        { id: 'inAVzweR0QYw5y03K5mq', name: 'Curso X', offers: [{ id: 'inAVzweR0QYw5y03K5mq', name: 'Principal' }] },
      ],
      invoice: {
        id: '7614b1bb-1d1a-43ba-890c-50d74216eb56',
        subscriptionId: 'd7ab5027-5bca-476c-ac29-68f1359ee6ca',
        payerId: 'J0kmLJmCj1TO4m3pqW0GDlEjROQ2',
        sellerId: 'onVILjt4hEhXIdCrvCXBUpcBuvk2',
        payer: {
          id: 'J0kmLJmCj1TO4m3pqW0GDlEjROQ2',
          firstName: 'Ana',
          lastName: 'Lima',
          document: BUYER.cpf,
          email: BUYER.email,
          phone: `+55${BUYER.phone}`,
        },
        installments: 1,
        paymentMethod: 'pix',
        currency: 'BRL',
        type: 'sell',
        status,
        statusAt,
        amount: {
          subtotalCents: 120_000,
          discountCents: 24_000,
          prorataCents: 0,
          installmentFeeCents: 0,
          totalCents: 96_000,
        },
        receivers: [
          { id: 'onVILjt4hEhXIdCrvCXBUpcBuvk2', name: 'Produtora Exemplo', role: 'seller', totalCents: 86_542 },
        ],
        firstPaymentSession: {
          ip: '177.8.141.8',
          utm: { source: 'FB', medium: 'paid', campaign: 'lancamento', content: EXAMPLE_CLICK_ID, term: '' },
        },
        billingAddress: {
          countryCode: 'BR',
          state: 'São Paulo',
          city: 'São Paulo',
          street: 'Av. Paulista',
          number: '1578',
          postalCode: '01310-200',
        },
        createdAt: '2026-11-20T14:57:59.000Z',
        saleDate: '2026-11-20T15:00:00.000Z',
      },
    },
  };
}

export const examples: readonly Example[] = [
  { name: 'Pagamento realizado', body: invoice('invoice.payment_succeeded', 'paid', [DRAFT, UNPAID, PAID]) },
  { name: 'Fatura criada', body: invoice('invoice.created', 'draft', [DRAFT]) },
  { name: 'Status atualizado', body: invoice('invoice.status_updated', 'paid', [DRAFT, UNPAID, PAID]) },
  { name: 'Pagamento falhou', body: invoice('invoice.payment_failed', 'unpaid', [DRAFT, UNPAID]) },
  {
    name: 'Reembolso',
    body: invoice('invoice.refunded', 'refunded', [
      DRAFT,
      UNPAID,
      PAID,
      { status: 'refunded', when: '2026-11-22T12:00:00.000Z' },
    ]),
  },
  {
    name: 'Chargeback',
    body: invoice('invoice.status_updated', 'chargeback', [
      DRAFT,
      UNPAID,
      PAID,
      { status: 'chargeback', when: '2026-11-24T12:00:00.000Z' },
    ]),
  },
  {
    name: 'Carrinho abandonado',
    body: {
      type: 'lead.abandoned_checkout',
      version: '2.0.0',
      event: { lead: { fullName: BUYER.name, email: BUYER.email, phone: BUYER.phone } },
    },
  },
];
