// A setup file of the tests that run the product.
import { beforeEach, inject } from 'vitest';
import { forgetTenants, linesOfTenants, logsTo } from './tenant-log.ts';

forgetTenants();
// Only end-to-end tests share a product.
const sharedLog = inject('productLog') as string | undefined;
if (sharedLog !== undefined) logsTo(sharedLog);
beforeEach(({ onTestFailed, task }) => {
  onTestFailed(() => {
    const lines = linesOfTenants();
    if (lines.length > 0) console.error(`Log of the tenants of '${task.name}':\n${lines.join('\n')}`);
  });
});
