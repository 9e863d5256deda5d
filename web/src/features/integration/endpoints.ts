/** The public endpoints as their callers need them, with the tenant's own values filled in (specification §7.5, §7.6). */

export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  /** Neutral names of the same endpoint, which ad blockers do not match. */
  alias?: string;
  what: string;
  fields: readonly { name: string; meaning: string; isRequired?: true }[];
  curl: string;
  answer: string;
}

export interface OwnValues {
  publicUrl: string;
  campaignId: string;
  /** Absent for people who may not see keys. */
  webhookKey: string | undefined;
}

export const KEY_PLACEHOLDER = 'SUA_CHAVE';

const EXAMPLE_MS_AND_NUMBER = '1751849000000123456';

const curlPost = (url: string, body: object) =>
  `curl -X POST '${url}' \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`;

export function endpointsFor({ publicUrl, campaignId, webhookKey = KEY_PLACEHOLDER }: OwnValues): Endpoint[] {
  const clickId = `mc_${campaignId}_${EXAMPLE_MS_AND_NUMBER}`;
  return [
    {
      method: 'GET',
      path: '/track/{campaignID}',
      alias: '/t/{campaignID}',
      what: 'Registra um click. Leva ao destino da campanha ou, com format=json, responde o ID do click.',
      fields: [
        { name: 'campaignID', meaning: 'ID da campanha, no caminho', isRequired: true },
        { name: 'format', meaning: 'json: responde o ID em vez de redirecionar' },
        { name: 'referrer', meaning: 'Página de onde o visitante veio' },
        { name: 'tsource, sub1…sub8, utm_*, _fbp, _fbc', meaning: 'Como na tabela de parâmetros' },
      ],
      curl: `curl '${publicUrl}/track/${campaignId}?format=json&tsource=facebook&referrer=https://facebook.com/'`,
      answer: `200 {"clickid":"${clickId}"}`,
    },
    {
      method: 'GET',
      path: '/view',
      alias: '/v',
      what: 'Registra a visualização de uma página por quem clicou.',
      fields: [
        { name: 'clickid', meaning: 'ID do click', isRequired: true },
        { name: 'url, title', meaning: 'Página vista; sem url, o cabeçalho Referer' },
        { name: 'referrer', meaning: 'Página anterior' },
      ],
      curl: `curl '${publicUrl}/view?clickid=${clickId}&url=https://www.sualoja.com.br/oferta&referrer=https://facebook.com/'`,
      answer: '200 OK',
    },
    {
      method: 'POST',
      path: '/conversion',
      what: 'Registra uma venda, um reembolso ou um lead, no formato de qualquer checkout. A mesma transação conta uma vez, quantas vezes for enviada.',
      fields: [
        { name: 'key', meaning: 'Chave de webhook, na URL. Sem ela, o click_id precisa ser de uma campanha sua' },
        { name: 'click_id', meaning: 'ID do click; sem ele é uma conversão direta' },
        { name: 'transaction_id', meaning: 'Número do pedido' },
        { name: 'amount, currency', meaning: 'Valor em reais com ponto ou vírgula; BRL quando não diz' },
        { name: 'event_type', meaning: 'purchase (padrão) ou lead' },
        { name: 'status', meaning: 'approved (padrão), pending, canceled, refunded, partially_refunded, chargeback…' },
        { name: 'is_test', meaning: 'true: fica na lista e fora dos números' },
      ],
      curl: curlPost(`${publicUrl}/conversion?key=${webhookKey}`, {
        click_id: clickId,
        transaction_id: 'TESTE-1001',
        amount: '97.90',
        currency: 'BRL',
        event_type: 'purchase',
        status: 'approved',
      }),
      answer: `200 {"success":true,"conversionId":"cv_…","clickId":"${clickId}","campaignId":"${campaignId}"}`,
    },
    {
      method: 'POST',
      path: '/identify',
      alias: '/i',
      what: 'Completa um click com o que só apareceu depois: os IDs do pixel da Meta e o click anterior do visitante. O script chama sozinho.',
      fields: [
        { name: 'clickid', meaning: 'ID do click', isRequired: true },
        { name: 'fbp, fbc', meaning: 'IDs do pixel; só preenchem o que falta' },
        { name: 'prev', meaning: 'ID do click anterior do mesmo visitante' },
      ],
      curl: curlPost(`${publicUrl}/identify`, { clickid: clickId, fbp: 'fb.1.1751849000000.123456789' }),
      answer: '204',
    },
    {
      method: 'POST',
      path: '/checkout',
      alias: '/k',
      what: 'Registra que o visitante de um click foi para o checkout, uma vez por destino em dez minutos. O script chama sozinho.',
      fields: [
        { name: 'clickid', meaning: 'ID do click', isRequired: true },
        {
          name: 'url',
          meaning: 'Para onde o link ou formulário leva; só o endereço sem a consulta é guardado',
          isRequired: true,
        },
      ],
      curl: curlPost(`${publicUrl}/checkout`, { clickid: clickId, url: 'https://pay.kiwify.com.br/abc123' }),
      answer: '204',
    },
    {
      method: 'POST',
      path: '/leads',
      what: 'Registra um lead em JSON ou formulário. Herda do click o país, a cidade, a campanha e a origem.',
      fields: [
        { name: 'name', meaning: 'Nome', isRequired: true },
        { name: 'email', meaning: 'Email', isRequired: true },
        { name: 'phone', meaning: 'Telefone' },
        { name: 'click_id, campaign_id', meaning: 'Um dos dois, ou key na URL, diz de quem é o lead' },
        { name: 'source, medium, campaign', meaning: 'Texto livre; vale antes da origem do click' },
      ],
      curl: curlPost(`${publicUrl}/leads`, {
        name: 'Ana Lima',
        email: 'ana@example.com',
        phone: '11999998888',
        campaign_id: campaignId,
      }),
      answer: '201 {"success":true,"lead":{"id":"ld_…","name":"Ana Lima","email":"ana@example.com",…},"message":"…"}',
    },
  ];
}
