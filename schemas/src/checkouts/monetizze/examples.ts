import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

function postback(code: string, description: string, conversion: object = {}) {
  return {
    chave_unica: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    produto: { codigo: '51437', chave: 'exemplo', nome: 'Curso X', categoria: '0' },
    tipoPostback: { codigo: '2', descricao: 'Produtor' },
    tipoEvento: { codigo: code, descricao: description },
    venda: {
      codigo: '8812345',
      plano: '151',
      dataInicio: '2026-11-20 11:58:00',
      dataFinalizada: '2026-11-20 12:00:00',
      meioPagamento: 'Monetizze',
      formaPagamento: 'Cartão de crédito',
      garantiaRestante: '7',
      status: description,
      valor: '197.00',
      quantidade: '1',
      valorRecebido: '177.30',
      tipo_frete: '',
      src: EXAMPLE_CLICK_ID,
      utm_source: 'FB',
      utm_medium: '',
      utm_campaign: '',
      utm_content: '',
      ...conversion,
    },
    plano: { codigo: '151', referencia: 'CURSOX', nome: 'Curso X', quantidade: '1' },
    comprador: {
      nome: BUYER.name,
      email: BUYER.email,
      cnpj_cpf: BUYER.cpf,
      telefone: BUYER.phone,
      cep: '01310200',
      endereco: 'Av. Paulista',
      numero: '1578',
      bairro: 'Bela Vista',
      cidade: 'São Paulo',
      estado: 'SP',
      pais: 'BR',
    },
  };
}

const contentType = 'application/x-www-form-urlencoded' as const;
const waiting = { dataFinalizada: '0000-00-00 00:00:00', formaPagamento: 'Boleto' };

export const examples: readonly Example[] = [
  { name: 'Venda aprovada', contentType, body: postback('2', 'Finalizada') },
  { name: 'Aguardando pagamento', contentType, body: postback('1', 'Aguardando pagamento', waiting) },
  { name: 'Cancelada', contentType, body: postback('3', 'Cancelada', waiting) },
  { name: 'Devolvida (reembolso ou chargeback)', contentType, body: postback('4', 'Devolvida') },
  { name: 'Bloqueada (em disputa)', contentType, body: postback('5', 'Bloqueada') },
  { name: 'Completa', contentType, body: postback('6', 'Completa') },
  { name: 'Abandono de checkout', contentType, body: postback('7', 'Abandono de checkout', { status: '' }) },
];
