import { TYPED_SECRET_LENGTH_MIN } from '../checkouts/typed-secret.ts';

/** Secrets of webhooks that a seller types. */
export const typedSecretTexts = {
  least: `Pelo menos ${TYPED_SECRET_LENGTH_MIN} caracteres.`,
  tooShort: `Use um segredo de ${TYPED_SECRET_LENGTH_MIN} caracteres ou mais.`,
  weak: `Segredo fraco: troque por um de ${TYPED_SECRET_LENGTH_MIN} caracteres ou mais.`,
} as const;
