import type { Provider } from '@tracker/schemas/checkouts/provider';

/** What somebody needs who sets a checkout up: its name, where its panel has what, and what its secret is called there. */

export interface ProviderGuide {
  label: string;
  /** What the checkout calls its secret, and where it shows it. */
  secret: string;
  /** After the address was copied. */
  steps: readonly string[];
}

const COPY = 'Copie o endereço acima.';
const SECRET = 'Copie o segredo da plataforma e grave em “Definir segredo”, para recusar entregas de outros.';
const TEST = 'Envie um teste pelo painel da plataforma ou pela página de teste e confira em Entregas recebidas.';

export const GUIDES: Readonly<Record<Provider, ProviderGuide>> = {
  hotmart: {
    label: 'Hotmart',
    secret: 'O Hottok, que a Hotmart mostra em Ferramentas, Webhook, Autenticação.',
    steps: [
      COPY,
      'Na Hotmart, abra Ferramentas, Webhook (API e notificações) e clique em “Cadastrar Webhook”.',
      'Cole o endereço, escolha o produto e a versão 2.0.0.',
      'Marque os eventos de compra: aprovada, completa, cancelada, reembolsada, chargeback, boleto impresso e expirada.',
      SECRET,
      TEST,
    ],
  },
  'own-checkout': {
    label: 'Checkout próprio',
    secret: 'Um texto longo que só os dois lados conhecem. Seu servidor o envia no cabeçalho X-Webhook-Secret.',
    steps: [
      COPY,
      'No seu servidor, envie um POST em JSON a este endereço quando o pedido mudar: criado, pago, reembolsado.',
      'Ponha em SRC o ID do clique: na página, TrafficTracker.getClickId() o devolve.',
      'Repita a entrega enquanto a resposta não for 200: a mesma venda nunca conta duas vezes.',
      'Defina um segredo e envie-o no cabeçalho X-Webhook-Secret.',
      TEST,
    ],
  },
  generic: {
    label: 'Genérico',
    secret: 'Um texto longo que só os dois lados conhecem. Quem envia o põe no cabeçalho X-Webhook-Secret.',
    steps: [
      COPY,
      'Em qualquer plataforma ou automação (n8n, Make, Zapier), envie um POST em JSON ou formulário a este endereço.',
      'Preencha click_id, transaction_id, amount, currency, event_type e status, como nos exemplos.',
      'Defina um segredo e envie-o no cabeçalho X-Webhook-Secret.',
      TEST,
    ],
  },
  orders: {
    label: 'Pedidos (formato UTMify)',
    secret: 'O token que você digita na plataforma. Ela o envia no cabeçalho x-api-token.',
    steps: [
      COPY,
      'No gateway, abra a integração com a UTMify ou “API de pedidos” e troque o endereço pelo seu.',
      'Digite um token e grave o mesmo texto em “Definir segredo”.',
      'Marque os eventos de pedido criado, pago, recusado, reembolsado e chargeback.',
      TEST,
    ],
  },
  kiwify: {
    label: 'Kiwify',
    secret: 'O token do webhook, que a Kiwify mostra ao criá-lo. Com ele a Kiwify assina cada entrega.',
    steps: [
      COPY,
      'Na Kiwify, abra Apps, Webhooks e clique em “Criar webhook”.',
      'Cole o endereço, escolha os produtos e marque todos os eventos de compra.',
      SECRET,
      TEST,
    ],
  },
  eduzz: {
    label: 'Eduzz',
    secret: 'A chave secreta da configuração de webhook. Com ela a Eduzz assina cada entrega.',
    steps: [
      COPY,
      'Na Eduzz, abra o Console, Webhooks e crie uma configuração na versão 3.',
      'Cole o endereço e marque os eventos de fatura: aberta, paga, reembolsada, cancelada e chargeback.',
      SECRET,
      TEST,
    ],
  },
  monetizze: {
    label: 'Monetizze',
    secret: 'A chave única da sua conta, que vem em cada postback como chave_unica.',
    steps: [
      COPY,
      'Na Monetizze, abra Ferramentas, Postback e clique em “Adicionar”.',
      'Cole o endereço, escolha o produto e marque todos os eventos de venda.',
      SECRET,
      TEST,
    ],
  },
  braip: {
    label: 'Braip',
    secret: 'A chave única de autenticação, que vem em cada postback como basic_authentication.',
    steps: [
      COPY,
      'Na Braip, abra Ferramentas, Postback e clique em “Novo postback”.',
      'Cole o endereço, escolha o produto e marque as mudanças de status da venda.',
      SECRET,
      TEST,
    ],
  },
  kirvano: {
    label: 'Kirvano',
    secret: 'O token do webhook, que você define ao criá-lo.',
    steps: [
      COPY,
      'Na Kirvano, abra Integrações, Webhooks e clique em “Criar webhook”.',
      'Cole o endereço, defina o token, escolha os produtos e marque os eventos de compra.',
      SECRET,
      TEST,
    ],
  },
  ticto: {
    label: 'Ticto',
    secret: 'O token da conta, que vem em cada entrega como token.',
    steps: [
      COPY,
      'Na Ticto, abra Tictools, Webhook e adicione um webhook na versão 2.0, em JSON.',
      'Cole o endereço, escolha os produtos e marque os eventos de venda.',
      SECRET,
      TEST,
    ],
  },
  cakto: {
    label: 'Cakto',
    secret: 'A chave secreta do webhook, que vem em cada entrega como secret.',
    steps: [
      COPY,
      'Na Cakto, abra Integrações, Webhooks e clique em “Adicionar”.',
      'Cole o endereço, escolha os produtos e marque os eventos de compra.',
      SECRET,
      TEST,
    ],
  },
  'perfect-pay': {
    label: 'Perfect Pay',
    secret: 'O token público da integração, que vem em cada entrega como token.',
    steps: [
      COPY,
      'Na Perfect Pay, abra Ferramentas, Webhook - Vendas e clique em “Adicionar”.',
      'Escolha os produtos, cole o endereço, marque todos os eventos e o formato de postback da Perfect Pay, sem atraso.',
      SECRET,
      TEST,
    ],
  },
  greenn: {
    label: 'Greenn',
    secret: 'O token que você define na integração.',
    steps: [
      COPY,
      'Na Greenn, abra Sistema, Integrações, Webhook e adicione um webhook de vendas.',
      'Cole o endereço, escolha os produtos e marque as mudanças de status.',
      SECRET,
      TEST,
    ],
  },
  hubla: {
    label: 'Hubla',
    secret: 'O token que a Hubla mostra em Integrações, Webhooks, Autenticação.',
    steps: [
      COPY,
      'Na Hubla, abra Integrações, Webhooks e clique em “Ativar Integração”.',
      'Em Configurações, “Adicionar regra”, cole o endereço, escolha os produtos e marque os eventos de fatura (versão 2).',
      SECRET,
      TEST,
    ],
  },
};

export const providerLabel = (provider: Provider): string => GUIDES[provider].label;
