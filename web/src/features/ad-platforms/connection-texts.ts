import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import type { ConnectError } from '@tracker/schemas/contracts/ad-platforms.contract';
import { countDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** Calendar days in the tenant's time zone from now to the expiry: 0 is today; negative after it. */
export function daysLeft(expiresAt: string, nowMs: number, timeZone: TimeZone): number {
  const endsAtMs = Date.parse(expiresAt);
  return endsAtMs <= nowMs ? -1 : countDays(dayOf(nowMs, timeZone), dayOf(endsAtMs, timeZone)) - 1;
}

/** 'termina hoje', 'termina amanhã', 'termina em 7 dias'. */
export function endText(days: number): string {
  if (days <= 0) return 'termina hoje';
  return days === 1 ? 'termina amanhã' : `termina em ${days} dias`;
}

/** Why the browser came back without a connection: what happened, and what to do. */
export const connectErrorText = (
  error: ConnectError,
  { name, scope, actionScope, setup }: AdPlatformDescriptor,
): { title: string; advice: string } =>
  ({
    denied: {
      title: 'Conexão recusada',
      advice: `A autorização foi cancelada no ${name}. Para trazer os gastos, conecte de novo e clique em Continuar.`,
    },
    expired: {
      title: 'Autorização vencida',
      advice:
        'Este pedido de autorização já foi usado, passou de 10 minutos ou começou em outra sessão. Conecte de novo a partir desta página.',
    },
    permission: {
      title: 'Falta uma permissão',
      advice: `O ${name} não deu acesso à leitura dos anúncios (${scope}). Conecte de novo e deixe essa permissão marcada.`,
    },
    'actions-denied': {
      title: 'Ações não permitidas',
      advice: `O ${name} não deu a permissão de mudar anúncios (${actionScope ?? scope}). Os gastos continuam chegando. Para agir daqui, permita de novo e deixe essa permissão marcada.`,
    },
    'not-configured': {
      title: `${name} não configurado`,
      advice: `Quem opera esta instalação precisa definir ${setup.settings} antes que alguém possa conectar.`,
    },
    failed: {
      title: 'Conexão não concluída',
      advice: `O ${name} não concluiu a autorização. Tente de novo em alguns minutos; se continuar, avise quem opera a instalação.`,
    },
  })[error];
