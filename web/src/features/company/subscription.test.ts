import { describe, expect, it } from 'vitest';
import { featuresOf, planLabel, statusOf } from './subscription.ts';

describe('the subscription', () => {
  it('has a label for each plan, free without one (§3)', () => {
    expect(['free', 'pro', 'business', ''].map(planLabel)).toEqual(['Free', 'Pro', 'Business', 'Free']);
  });

  it('has a label for each status, and Desconhecido for any other (§4)', () => {
    expect(['active', 'trial', 'suspended', 'paused'].map((status) => statusOf(status).label)).toEqual([
      'Ativo',
      'Período de Teste',
      'Suspenso',
      'Desconhecido',
    ]);
  });

  it('lists four features in every plan and three more in those that are paid for (§2.16)', () => {
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
