import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret:
    'A chave que a Shopify mostra em Configurações, Notificações, Webhooks, abaixo da lista: “Seus webhooks serão assinados com”.',
  steps: [
    COPY_ADDRESS,
    'Na Shopify, abra Configurações, Notificações, Webhooks e crie um webhook em JSON para cada evento.',
    'Os eventos: criação, pagamento, atualização e cancelamento de pedido, e criação de reembolso. Cole o mesmo endereço em todos.',
    {
      text: 'Para ligar a venda ao click, acrescente este código ao tema, depois do script. Sem ele contam os UTMs da página de entrada.',
      code: '<script>addEventListener("load",()=>{const id=TrafficTracker.getClickId();id&&fetch("/cart/update.js",{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify({attributes:{click_id:id}})})})</script>',
    },
    COPY_SECRET,
    SEND_TEST,
  ],
};
