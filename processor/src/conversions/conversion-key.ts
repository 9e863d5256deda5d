/** The key of a row in `conversions`. */
export interface ConversionKey {
  readonly tenantId: string;
  readonly conversionId: string;
}
