// The Portuguese sentences about actions at ad platforms.
import type { AdActionProblem } from '../ad-platforms/ad-action.ts';
import type { AdPlatformDescriptor } from '../ad-platforms/descriptor.ts';
import { adPlatformProblemText, isAdPlatformProblem } from './ad-platforms.ts';

type OwnCode = Exclude<AdActionProblem, Parameters<typeof adPlatformProblemText>[0]>['code'];

const OWN: Readonly<Record<OwnCode, (platform: AdPlatformDescriptor) => string>> = {
  changed_meanwhile: ({ name }) => `Alguém mudou isto no ${name} antes da nossa vez. Nada foi feito.`,
  actions_not_permitted: ({ name, title }) =>
    `O ${name} não permite mais agir daqui. Um administrador pode clicar em Permitir agir, em ${title}.`,
  asker_left: () => 'Quem pediu não é mais editor da empresa. Nada foi feito.',
  gave_up: ({ name }) => `O ${name} não respondeu em 24 horas. Confira lá como ficou.`,
  defect: () => 'A ação falhou por um erro nosso. Confira na plataforma como ficou.',
};

export const adActionProblemText = (problem: AdActionProblem, platform: AdPlatformDescriptor): string =>
  isAdPlatformProblem(problem) ? adPlatformProblemText(problem, platform) : OWN[problem.code as OwnCode](platform);

/** What the API answers. */
export const adActionAnswers = {
  switchedMeanwhile: ({ name }: AdPlatformDescriptor, isOn: boolean) =>
    `No ${name} está ${isOn ? 'ativo' : 'pausado'} agora, diferente do que a tela mostrava. Nada foi feito; confira e decida de novo.`,
  budgetMeanwhile: ({ name }: AdPlatformDescriptor) =>
    `O orçamento no ${name} agora é outro. Nada foi feito; confira e decida de novo.`,
  final: ({ name }: AdPlatformDescriptor) => `No ${name} está arquivado ou excluído: não muda mais.`,
  noOwnBudget: ({ name }: AdPlatformDescriptor) =>
    `Não tem orçamento próprio no ${name}. Mude o da campanha ou o do conjunto, onde ele estiver.`,
  sameBudget: () => 'O orçamento já é este.',
  notPermitted: ({ name, title }: AdPlatformDescriptor) =>
    `Falta a permissão de agir no ${name}. Um administrador pode clicar em Permitir agir, em ${title}.`,
};
