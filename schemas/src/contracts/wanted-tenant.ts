/**
 * How a call names its tenant, which is one of the person's own: in a header, and in links, downloads and streams, which carry no header of ours,
 * in a parameter. Without both it is the tenant used last.
 */
export const TENANT_HEADER = 'x-company';
export const TENANT_PARAMETER = 'company';
