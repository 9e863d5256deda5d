/** The key of a row in `conversions`. */
export interface ConversionKey {
  readonly tenantId: string;
  readonly conversionId: string;
}

/** The key as text, for maps and sets. */
export const conversionKeyText = ({ tenantId, conversionId }: ConversionKey): string => `${tenantId} ${conversionId}`;
