import { type CheckoutGuide, COPY_ADDRESS, MAKE_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O campo “Segredo” do webhook no WooCommerce. Com ele o WooCommerce assina cada entrega.',
  steps: [
    COPY_ADDRESS,
    'No WordPress, abra WooCommerce, Configurações, Avançado, Webhooks e adicione dois webhooks ativos: “Pedido criado” e “Pedido atualizado”.',
    'Cole o endereço como URL de entrega nos dois, com o mesmo segredo.',
    'Deixe ligada a “Atribuição de pedido” (Avançado, Recursos): por ela chegam os UTMs e a página de entrada, com o click que estiver no endereço dela.',
    MAKE_SECRET,
    'Um reembolso parcial diminui o valor da venda; o total a marca como reembolsada.',
    SEND_TEST,
  ],
};
