/** The key of a row in `conversions`. */
export interface SaleKey {
  readonly tenantId: string;
  readonly conversionId: string;
}
