/** The target of a fuzz run: a product with one tenant whose names let the requests pass the first look-ups. */
import type { Company } from '../kit/company.ts';

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly company: Company;
  /** A recorded click of the tenant. */
  readonly clickId: string;
}

export function targetOf(company: Company, clickId: string): Target {
  const { hostname, port } = new URL(company.url);
  return { host: hostname, port: Number(port), company, clickId };
}
