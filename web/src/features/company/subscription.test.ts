import { describe, expect, it } from 'vitest';
import { featuresOf, planLabel, statusOf } from './subscription.ts';

describe('subscription card', () => {
  it('labels each plan, and a missing plan as Free', { tags: ['§3'] }, () => {
    expect(['free', 'pro', 'business', ''].map(planLabel)).toEqual(['Free', 'Pro', 'Business', 'Free']);
  });

  it('labels each status, and any other as Desconhecido', { tags: ['§4'] }, () => {
    expect(['active', 'trial', 'suspended', 'paused'].map((status) => statusOf(status).label)).toEqual([
      'Ativo',
      'Período de Teste',
      'Suspenso',
      'Desconhecido',
    ]);
  });

  it('lists four features in every plan and three more in paid plans', { tags: ['§2.16'] }, () => {
    expect(featuresOf('free')).toHaveLength(4);
    for (const plan of ['pro', 'business'] as const) {
      expect(featuresOf(plan)).toEqual([
        ...featuresOf('free'),
        'Múltiplos usuários',
        'Relatórios avançados',
        'Suporte prioritário',
      ]);
    }
  });
});
