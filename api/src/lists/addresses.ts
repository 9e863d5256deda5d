import type { Addresses } from '@tracker/infra/privacy/addresses';
import { cutAddress } from '@tracker/infra/privacy/cut-address';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { hasRole, type Role } from '@tracker/schemas/roles';

/** `ip_address` is the network; in rows from before addresses were encrypted, the whole address. */
export interface AddressRow {
  readonly ip_address: string | null;
  /** '' when there is no encrypted address. */
  readonly address_key: string;
  readonly address_encrypted: string;
}

export interface AddressDeps {
  readonly addresses: Pick<Addresses, 'decrypt'>;
  readonly logger: Logger;
}

/**
 * The rows with their `ip_address` as this person is shown it (decision 43): to editors and admins whole while its key lives, and then
 * the network; to viewers the network at once. What is no address is not shown to them. Keys that cannot be reached fail no list.
 */
export async function showAddresses<Row extends AddressRow>(
  { addresses, logger }: AddressDeps,
  rows: readonly Row[],
  role: Role,
): Promise<Row[]> {
  if (!hasRole(role, 'editor')) {
    return rows.map((row) => ({ ...row, ip_address: (row.ip_address && cutAddress(row.ip_address)) || null }));
  }
  const failures: unknown[] = [];
  async function opened({ ip_address: ipAddress, address_key: keyId, address_encrypted: sealed }: AddressRow) {
    if (ipAddress === null || sealed === '') return ipAddress;
    try {
      return await addresses.decrypt({ ipAddress, address: { keyId, sealed } });
    } catch (error) {
      failures.push(error);
      return ipAddress;
    }
  }
  const shown = await Promise.all(rows.map(async (row) => ({ ...row, ip_address: await opened(row) })));
  if (failures.length > 0) {
    logger.warn(
      { event: 'addresses.decrypt.failed', err: failures[0], rows: failures.length },
      'IP addresses not decrypted; showing their networks',
    );
  }
  return shown;
}
