import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { isEmail, typedEmail } from '../primitives/typed-email.ts';
import { defineContract } from './define-contract.ts';

/** Requests of persons about their data (LGPD). What is searched for is in the body: no URL and no log of requests ever has it. */

export const PersonSearch = z
  .object({
    by: z.enum(['email', 'phone', 'transaction']),
    value: typedEmail(254, 'O texto pode ter até 254 caracteres.').pipe(z.string().min(1, 'Informe o que procurar.')),
  })
  .refine(({ by, value }) => by !== 'email' || isEmail(value), {
    path: ['value'],
    error: 'Informe um email válido.',
  })
  .refine(({ by, value }) => by !== 'phone' || value.replace(/\D/g, '').length >= 10, {
    path: ['value'],
    error: 'Informe o telefone com DDD.',
  });
export type PersonSearch = z.infer<typeof PersonSearch>;

/** As many as a search lists. */
export const PERSONS_MAX = 20;

const PersonId = z.string().regex(/^[0-9a-f]{32}$/, 'Pessoa desconhecida.');

export const FoundPerson = z.object({
  personId: PersonId,
  /** As far as a lead or delivery has them. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  leads: z.number().int(),
  deliveries: z.number().int(),
  conversions: z.number().int(),
  /** The person was erased then; what is listed came later, or stays without the person. */
  erasedAt: Instant.nullable(),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

export const searchPersons = defineContract('privacy.search', 'POST /api/privacy/search', 'admin', {
  summary: `Finds persons by e-mail, phone or transaction, at most ${PERSONS_MAX}. Two e-mails are always two persons.`,
  body: PersonSearch,
  response: z.array(FoundPerson),
});

const Rows = z.array(z.record(z.string(), z.unknown()));

export const PersonExport = z.object({
  exportedAt: Instant,
  personId: PersonId,
  tenantName: z.string(),
  erasedAt: Instant.nullable(),
  leads: Rows,
  deliveries: Rows,
  conversions: Rows,
});
export type PersonExport = z.infer<typeof PersonExport>;

export const exportPerson = defineContract('privacy.export', 'POST /api/privacy/export', 'admin', {
  fresh: true,
  summary: 'All that the company has of the person.',
  body: z.object({ personId: PersonId }),
  response: PersonExport,
});

/** What is typed before a person is erased. */
export const ERASE_WORD = 'APAGAR';

export const erasePerson = defineContract('privacy.erase', 'POST /api/privacy/erase', 'admin', {
  fresh: true,
  summary: `Erases the person for good: leads go, deliveries and conversions stay without the person. \`confirm\` is '${ERASE_WORD}'.`,
  body: z.object({
    personId: PersonId,
    confirm: z.literal(ERASE_WORD, `Digite ${ERASE_WORD} para confirmar.`),
  }),
  response: z.object({ leads: z.number().int(), deliveries: z.number().int(), erasedAt: Instant }),
});
