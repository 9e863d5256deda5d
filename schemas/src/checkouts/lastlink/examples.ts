import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

function event(name: string, createdAt: string, purchase: object = {}) {
  return {
    Id: '5f0c4c0e-2b52-4b0c-8f5c-5c2c6f1f9d77',
    IsTest: false,
    Event: name,
    CreatedAt: createdAt,
    Data: {
      Products: [{ Id: '0a53c1f0-7f7a-11ec-90d6-0242ac120003', Name: 'Curso X', Price: 197 }],
      Buyer: {
        Id: '906d1e37-de6a-4f4d-8271-91ecd0d65ec6',
        Name: BUYER.name,
        Email: BUYER.email,
        PhoneNumber: `55${BUYER.phone}`,
        Document: BUYER.cpf,
      },
      Offer: {
        Id: '9ad505be-e7f9-4a08-a591-3ec4991c2615',
        Name: 'Oferta principal',
        Url: 'https://lastlink.com/p/CEXEMPLO',
      },
      Commissions: [
        { Source: 'MARKETPLACE', Value: 15.76 },
        { Source: 'PRODUCER', Value: 181.24 },
      ],
      Purchase: {
        PaymentId: 'b6ba3959-30b5-44fc-a3e5-2c61e3d68ee5',
        Recurrency: 1,
        PaymentDate: '2026-11-20T15:00:00Z' as string | null,
        ChargebackDate: null as string | null,
        OriginalPrice: { Value: 247 },
        Price: { Value: 197 },
        Payment: { NumberOfInstallments: 3, PaymentMethod: 'credit_card' },
        ...purchase,
      },
      Subscriptions: [],
      Utm: {
        UtmSource: 'FB',
        UtmMedium: null,
        UtmCampaign: 'lancamento',
        UtmTerm: null,
        UtmContent: null,
        Src: null,
        Sck: EXAMPLE_CLICK_ID,
      },
    },
  };
}

const unpaid = { PaymentDate: null, Payment: { NumberOfInstallments: 1, PaymentMethod: 'pix' } };

export const examples: readonly Example[] = [
  { name: 'Compra completa', body: event('Purchase_Order_Confirmed', '2026-11-20T15:00:02Z') },
  { name: 'Fatura criada', body: event('Purchase_Request_Confirmed', '2026-11-20T14:58:00Z', unpaid) },
  { name: 'Fatura expirada', body: event('Purchase_Request_Expired', '2026-11-21T15:00:00Z', unpaid) },
  {
    name: 'Renovação paga',
    body: event('Recurrent_Payment', '2026-11-20T15:00:02Z', {
      PaymentId: 'c7cb3959-30b5-44fc-a3e5-2c61e3d68ee6',
      Recurrency: 2,
    }),
  },
  { name: 'Reembolso', body: event('Payment_Refund', '2026-11-22T12:00:00Z') },
  {
    name: 'Estorno',
    body: event('Payment_Chargeback', '2026-11-24T12:00:00Z', { ChargebackDate: '2026-11-24T11:00:00Z' }),
  },
  {
    name: 'Carrinho abandonado',
    body: {
      Id: '6f0c4c0e-2b52-4b0c-8f5c-5c2c6f1f9d78',
      IsTest: false,
      Event: 'Abandoned_Cart',
      CreatedAt: '2026-11-20T15:30:00Z',
      Data: { Products: [{ Id: '0a53c1f0', Name: 'Curso X' }], Buyer: { Name: BUYER.name, Email: BUYER.email } },
    },
  },
];
