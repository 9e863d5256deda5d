/** What a fuzz run shoots at: a product with one company whose names make its requests pass the first checks. */
import type { Company } from '../kit/company.ts';

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly company: Company;
  /** A click of the company that is recorded. */
  readonly clickId: string;
}

export function targetOf(company: Company, clickId: string): Target {
  const { hostname, port } = new URL(company.url);
  return { host: hostname, port: Number(port), company, clickId };
}
