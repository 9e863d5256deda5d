import { listAuditLog } from '@tracker/schemas/contracts/audit.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import { createAuditLogService } from './service.ts';

export function auditLogRoutes(router: ContractRouter, deps: Parameters<typeof createAuditLogService>[0]): void {
  const auditLog = createAuditLogService(deps);
  router.implement(listAuditLog, async ({ principal, query, request, reply }) =>
    sendPage(await auditLog.list(principal, query), request, reply),
  );
}
