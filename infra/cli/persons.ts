// The legal rights of a person, by e-mail: export of all stored data, and erasure.
import { beginAudit } from '@tracker/infra/postgres/tables/audit-log';
import { type ErasureReport, erasePerson } from '@tracker/infra/privacy/erase-person';
import { type ExportedPerson, exportPerson } from '@tracker/infra/privacy/export-person';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { z } from 'zod';
import { defineCommand, EXIT, type OpsDeps, OpsError, text, yes } from './command.ts';
import { count, table } from './format.ts';

const email = z.email('is no e-mail address').meta({ description: 'of the person', value: '<e-mail>' });
const tenant = text('<id>', 'only at this company').optional();

export const erase = defineCommand({
  name: 'erase',
  summary: 'makes a person unreadable in every store, log, spool and copy, by e-mail',
  details:
    'The person’s keys are deleted; all data encrypted with them becomes unreadable, also in a later replay. Sales and ' +
    'clicks stay, without anybody in them. It cannot be taken back.',
  positional: ['email'],
  personal: ['email'],
  options: z.object({ email, tenant, yes: yes('erases') }),
  async run(deps, options, { actor }) {
    const tenantId = await tenantIdOf(deps, options.tenant);
    const report = await erasePerson(deps, { email: options.email, tenantId, dryRun: !options.yes });
    // Each tenant sees in its own log that a person of its was erased, and by whom; who it was no one can read from it.
    if (options.yes) {
      for (const { tenantId: id, personId } of report.companies) {
        await beginAudit(deps.postgres, { tenantId: id, actor, action: 'person.erase', details: { personId } }, 'ok');
      }
    }
    const lines = erasureLines(report, options.yes);
    if (options.yes && deps.backups)
      lines.push('Backups forget the person with the next `npx -y pnpm@12 ops archive run`.');
    return { data: report, lines };
  },
});

function erasureLines({ companies: tenants, accounts }: ErasureReport, isDone: boolean): string[] {
  const rows = tenants.map((one) => [one.tenantId, count(one.keys), count(one.leads), count(one.deliveries)]);
  const at = `${count(tenants.length)} ${tenants.length === 1 ? 'company' : 'companies'}`;
  return [
    isDone
      ? `Erased at ${at}; what may still come in of before is forgotten too.`
      : `Would erase the person at ${at}. Do it with --yes.`,
    ...(rows.length > 0 ? table(['company', 'keys', 'leads removed', 'deliveries kept'], rows) : []),
    ...(accounts > 0
      ? ['A user of the product signs in with this e-mail; that account stays, its company can remove it.']
      : []),
  ];
}

export const exportOfPerson = defineCommand({
  name: 'export',
  summary: 'all that is stored of a person, as JSON, by e-mail',
  positional: ['email'],
  personal: ['email'],
  options: z.object({ email, tenant }),
  async run(deps, options) {
    const tenantId = await tenantIdOf(deps, options.tenant);
    const person: ExportedPerson = await exportPerson(deps, { email: options.email, tenantId });
    return { data: person, lines: JSON.stringify(person, null, 2).split('\n') };
  },
});

async function tenantIdOf({ caches }: OpsDeps, id: string | undefined): Promise<TenantId | undefined> {
  if (id === undefined) return undefined;
  const found = await caches.tenants.find(id);
  if (!found) throw new OpsError(EXIT.usage, `There is no company ${id}.`);
  return found.tenantId;
}
