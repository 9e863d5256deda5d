import type { ClickReference } from '@tracker/infra/identity/click-reference';
import type { MappedConversion } from '@tracker/schemas/checkouts/checkout';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';

/** A checkout's delivery on its way through the conversion stream. */
export interface Delivery {
  readonly event: ConversionEvent;
}
export type MappedDelivery = Delivery & { readonly conversion: MappedConversion };
export type AttributedDelivery = MappedDelivery & { readonly click: ClickReference };
