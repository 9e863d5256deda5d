import { TenantSlug } from '../primitives/ids.ts';
import { folded } from '../primitives/text.ts';
import { isEmail } from '../primitives/typed-email.ts';
import { withoutUnseen } from '../primitives/unseen.ts';
import type { Registration } from './auth.contract.ts';

/** As long as the link lives that confirms an address: a tenant without a confirmed one and without events is closed then. */
export const UNCONFIRMED_DAYS_MAX = 7;

/** Registrations of one e-mail that none has confirmed. */
export const UNPROVEN_ACCOUNTS_MAX = 5;

export const PASSWORD_LENGTH_MIN = 6;

/** What only the server can find out: the list of common passwords is too heavy for a browser. */
export const COMMON_PASSWORD = {
  title: 'Senha muito comum',
  description: 'Esta senha está entre as mais usadas. Escolha outra.',
};

interface Problem<Field extends string> {
  readonly field: Field;
  readonly title: string;
  readonly description?: string;
}
export type RegistrationProblem = Problem<keyof Registration | 'confirmPassword'>;
export type AcceptanceProblem = Problem<'firstName' | 'lastName' | PasswordField>;
type PasswordField = 'password' | 'confirmPassword';

/**
 * The first broken rule of specification §5, in its order; the form adds the password confirmation, which the server never
 * receives.
 */
export function registrationProblem(
  input: Registration & { confirmPassword?: string },
): RegistrationProblem | undefined {
  if (input.companyName.trim() === '') return { field: 'companyName', title: 'Nome da empresa obrigatório' };
  if (holdsAddress(input.companyName)) {
    return { field: 'companyName', title: 'Nome da empresa inválido', description: NAME_ADDRESS };
  }
  if (input.companySlug.trim() === '') {
    return {
      field: 'companySlug',
      title: 'URL da empresa obrigatória',
      description: 'Escolha uma URL única para a sua empresa.',
    };
  }
  if (!TenantSlug.safeParse(input.companySlug).success) {
    return {
      field: 'companySlug',
      title: 'URL da empresa inválida',
      description: 'Use de 2 a 63 letras minúsculas, números ou hífens.',
    };
  }
  if (input.firstName.trim() === '' || input.lastName.trim() === '') {
    return { field: input.firstName.trim() === '' ? 'firstName' : 'lastName', title: 'Nome completo obrigatório' };
  }
  const named = nameProblem(input);
  if (named) return named;
  if (input.email.trim() === '') return { field: 'email', title: 'Email obrigatório' };
  if (!isEmail(input.email)) {
    return { field: 'email', title: 'Email inválido', description: 'Confira o endereço de email.' };
  }
  return passwordProblem(input.password, input.confirmPassword);
}

/** The first broken rule of accepting an invitation (§5). */
export function acceptanceProblem(
  input: Pick<Registration, 'firstName' | 'lastName' | 'password'> & { confirmPassword?: string },
): AcceptanceProblem | undefined {
  if (input.firstName.trim() === '' || input.lastName.trim() === '') {
    return { field: input.firstName.trim() === '' ? 'firstName' : 'lastName', title: 'Nome obrigatório' };
  }
  const named = nameProblem(input);
  if (named) return named;
  return passwordProblem(input.password, input.confirmPassword);
}

/** The ends of addresses besides those of countries, which have two letters. */
const DOMAIN_ENDS =
  'com|net|org|gov|edu|mil|int|biz|info|name|pro|app|dev|page|web|online|site|website|store|shop|link|links|click|live|xyz|top|club|vip|win|bid|cam|fun|icu|life|today|world|space|tech|cloud|host|agency|digital|media|marketing|news|blog|email|group|global|market|money|cash|bet|casino|game|games|gift|help|ink|lol|mobi|now|one|ooo|open|pics|plus|press|promo|pub|review|run|sale|school|social|style|support|team|tips|tools|tube|video|wiki|work|works|zip|mov|goo|asia|lat|example|test';
/** With a scheme, with a path, as four numbers, or with the end of an address: 'bit.ly/x', 'x.ru', '10.0.0.1'. */
const ADDRESS = new RegExp(
  `://|\\bwww\\.|[\\p{L}\\d]\\.[\\p{L}\\d-]+[/?#]\\S|(?<![\\d.])(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\d.])|[\\p{L}\\d-]\\.(?:xn--[a-z\\d-]+|[a-z]{2}|${DOMAIN_ENDS})(?![\\p{L}\\d])`,
  'iu',
);

/** Names stand in mails to strangers: an address in them would be a link in our name. */
export const holdsAddress = (name: string): boolean =>
  ADDRESS.test(withoutUnseen(name.normalize('NFKC')).replace(/[。．｡]/g, '.'));
export const NAME_ADDRESS = 'O nome não pode conter endereços de sites.';

function nameProblem({ firstName, lastName }: Pick<Registration, 'firstName' | 'lastName'>) {
  const field = holdsAddress(firstName) ? 'firstName' : holdsAddress(lastName) ? 'lastName' : undefined;
  return field && ({ field, title: 'Nome inválido', description: NAME_ADDRESS } as const);
}

/** Alone too, for a person who changes theirs. */
export function passwordProblem(
  password: string,
  confirmation: string | undefined,
): Problem<PasswordField> | undefined {
  if (password.length < PASSWORD_LENGTH_MIN) {
    return {
      field: 'password',
      title: 'Senha muito curta',
      description: 'A senha deve ter pelo menos 6 caracteres.',
    };
  }
  if (confirmation !== undefined && confirmation !== password) {
    return { field: 'confirmPassword', title: 'Senhas não conferem' };
  }
  return undefined;
}

/** 'Ação Já' → 'acao-ja': diacritics off, then the document's rule (§2.4, decision 6). */
export function slugOf(companyName: string): string {
  return folded(companyName)
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, 63);
}
