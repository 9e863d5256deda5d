import { TenantSlug } from '../primitives/ids.ts';
import { folded } from '../primitives/text.ts';
import type { Registration } from './auth.contract.ts';

export const PASSWORD_LENGTH_MIN = 6;

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
  return passwordProblem(input.password, input.confirmPassword);
}

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

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
