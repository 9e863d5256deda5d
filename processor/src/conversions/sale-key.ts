/** Which cell of `conversions`. */
export interface SaleKey {
  readonly tenantId: string;
  readonly conversionId: string;
}
