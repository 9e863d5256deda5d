import type { OnboardingStepId, OnboardingWarning } from '@tracker/schemas/contracts/onboarding.contract';

/** `waiting`: while nothing has come. */
export const STEP_TEXTS: Readonly<Record<OnboardingStepId, { title: string; waiting: string }>> = {
  checkout: { title: 'Onde você vende?', waiting: 'Aguardando o primeiro aviso do checkout.' },
  script: { title: 'Instale o script', waiting: 'Aguardando a primeira página vista.' },
  'ad-link': { title: 'Link do anúncio', waiting: 'Aguardando o primeiro click que diz de qual anúncio veio.' },
  spend: { title: 'Gasto dos anúncios', waiting: 'Conecte a conta de anúncios para ver o ROAS.' },
  'first-sale': { title: 'Primeira venda rastreada', waiting: 'Aparece aqui sozinha, com a história do click.' },
};

/** What is left when all else is done. */
export const LAST_STEP_TEXTS: Readonly<Record<OnboardingStepId, string>> = {
  checkout: 'Quase pronto: falta o primeiro aviso do checkout',
  script: 'Quase pronto: falta o script',
  'ad-link': 'Quase pronto: falta o link do anúncio',
  spend: 'Suas vendas já são rastreadas: falta o gasto dos anúncios',
  'first-sale': 'Quase pronto: falta a primeira venda',
};

export const NETWORKS_TEXT = (networks: readonly string[]) => `Redes de onde veio: ${networks.join(', ')}.`;

export const WARNING_TEXTS: Readonly<Record<OnboardingWarning, string>> = {
  'deliveries-refused': 'Avisos chegaram e foram recusados. Confira o segredo e o endereço no checkout.',
  'only-robots':
    'Visitas chegaram, mas de navegadores que parecem robôs, e robôs não contam. Abra a página em um navegador comum, sem modo de teste.',
  'clicks-without-views':
    'Clicks chegaram, mas nenhuma página falou com o script. Confira se ele está na página de destino.',
  'unknown-site': 'O script falou em uma página que você ainda não confirmou como sua.',
  'raw-macros': 'Clicks chegaram com o nome da macro no lugar do valor. Cole os parâmetros no campo certo do anúncio.',
  'connection-ended': 'A autorização não vale mais. Reconecte a conta de anúncios.',
  'nothing-linked': 'Conta conectada. Falta conectar as campanhas.',
  'sales-without-click': 'Vendas chegaram sem o ID do click. Confira o script na página que leva ao checkout.',
};
