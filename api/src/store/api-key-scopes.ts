import { ApiKeyScope } from '@tracker/schemas/api-key-scopes';

/** The column of each scope. */
export type ScopeColumns = { readonly [Scope in ApiKeyScope as `may_${Scope}`]: boolean };

export const scopesOf = (row: ScopeColumns): ApiKeyScope[] =>
  ApiKeyScope.options.filter((scope) => row[`may_${scope}`]);
