import type { UncountedReason } from '@tracker/schemas/unverified-conversions';

/** Why a conversion without a key is outside of the figures, as the end of a sentence. */
export const UNCOUNTED_TEXTS: Readonly<Record<UncountedReason, string>> = {
  refused: 'a empresa recusa vendas sem chave',
  listed: 'a empresa só lista vendas sem chave',
  'after-verified': 'a empresa já recebe vendas com chave',
  'no-click': 'o click não foi encontrado',
  'click-too-old': 'o click é antigo demais',
  'same-click': 'outra venda do mesmo click já conta',
  'network-limit': 'passou do limite de vendas da mesma rede por dia',
  'daily-limit': 'passou do limite de vendas por dia',
  amount: 'passa de R$\u00a01 milhão',
};
