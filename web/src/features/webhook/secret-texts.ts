import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { typedSecretTexts } from '@tracker/schemas/texts/typed-secrets';
import type { BadgeLook } from '../../ui/badge.tsx';

interface SecretState {
  readonly look: BadgeLook;
  readonly label: string;
  readonly explanation: string;
}

/** Of the secret of an address. */
export function secretState({ secretSet, secretWeak }: Pick<WebhookKey, 'secretSet' | 'secretWeak'>): SecretState {
  if (secretWeak) return { look: 'warn', label: 'Fraco', explanation: typedSecretTexts.weak };
  if (secretSet) {
    return { look: 'good', label: 'Definido', explanation: 'Entregas sem o segredo certo são recusadas com 401.' };
  }
  return {
    look: 'warn',
    label: 'Não definido',
    explanation: 'Quem conhece o endereço pode enviar vendas. Defina o segredo para aceitar só a plataforma.',
  };
}

/** Below the field of a new secret. */
export const secretHint = ({ isTyped, isReplacing }: { isTyped: boolean; isReplacing: boolean }): string =>
  [
    ...(isTyped ? [typedSecretTexts.least] : []),
    ...(isReplacing ? ['Vale no lugar do atual assim que for salvo.'] : []),
    'Guardamos cifrado e nunca mostramos de novo.',
  ].join(' ');
