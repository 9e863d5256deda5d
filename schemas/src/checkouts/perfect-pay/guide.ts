import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O token público da integração, que vem em cada entrega como token.',
  steps: [
    COPY_ADDRESS,
    'Na Perfect Pay, abra Ferramentas, Webhook - Vendas e clique em “Adicionar”.',
    'Escolha os produtos, cole o endereço, marque todos os eventos e o formato de postback da Perfect Pay, sem atraso.',
    COPY_SECRET,
    SEND_TEST,
  ],
  amount:
    'Conta “sale_amount”, com o frete e sem os juros. Os juros das parcelas ficam no detalhe da venda quando elas somam mais.',
};
