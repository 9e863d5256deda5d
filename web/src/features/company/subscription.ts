import type { Tenant } from '@tracker/schemas/contracts/auth.contract';
import type { BadgeLook } from '../../ui/badge.tsx';

/** 'free' is the fallback (specification §3). */
export const planLabel = (plan: string): string => (plan === 'pro' ? 'Pro' : plan === 'business' ? 'Business' : 'Free');

const STATUSES: Readonly<Record<string, { label: string; look: BadgeLook }>> = {
  active: { label: 'Ativo', look: 'good' },
  trial: { label: 'Período de Teste', look: 'warn' },
  suspended: { label: 'Suspenso', look: 'destructive' },
};

/** Specification §4. */
export const statusOf = (status: string): { label: string; look: BadgeLook } =>
  STATUSES[status] ?? { label: 'Desconhecido', look: 'gray' };

const EVERY_PLAN = [
  'Rastreamento de clicks ilimitado',
  'Analytics em tempo real',
  'Integração com Facebook Ads',
  'Dashboard personalizado',
];
const PAID_PLANS = ['Múltiplos usuários', 'Relatórios avançados', 'Suporte prioritário'];

/** Specification §2.16. */
export const featuresOf = (plan: Tenant['subscriptionPlan']): readonly string[] =>
  plan === 'pro' || plan === 'business' ? [...EVERY_PLAN, ...PAID_PLANS] : EVERY_PLAN;
