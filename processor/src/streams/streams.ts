import type { Streams } from '../batch/batch.ts';
import type { Stream } from '../pipeline/stream.ts';
import type { DeliveryLookups } from '../steps/interpret-delivery.ts';
import { adSpendStream } from './ad-spend.ts';
import { clickStream, type RequestLookups } from './click.ts';
import { clickIdentityStream } from './click-identity.ts';
import { conversionStreams } from './conversion.ts';
import { conversionAssignmentStream } from './conversion-assignment.ts';
import { conversionImportStream } from './conversion-import.ts';
import { type LeadLookups, leadConversionStream, leadStream } from './lead.ts';
import { openedCheckoutStream } from './opened-checkout.ts';
import { pageViewStream } from './page-view.ts';
import { ratesChangedStream } from './rates-changed.ts';
import { recomputeStream } from './recompute.ts';
import { scriptNoticeStream } from './script-notice.ts';
import { unverifiedRulesChangedStream } from './unverified-rules-changed.ts';

export type StreamLookups = RequestLookups & DeliveryLookups & LeadLookups;

/** Every stream of the product. An event goes through all streams of its type. */
export const createStreams = (lookups: StreamLookups): Streams =>
  byType([
    clickStream(lookups),
    clickIdentityStream(lookups),
    openedCheckoutStream(lookups),
    scriptNoticeStream(lookups),
    pageViewStream(lookups),
    ...conversionStreams(lookups),
    conversionAssignmentStream(lookups),
    conversionImportStream(lookups),
    leadStream(lookups),
    leadConversionStream(lookups),
    adSpendStream(lookups),
    ratesChangedStream(lookups),
    unverifiedRulesChangedStream(lookups),
    recomputeStream(lookups),
  ]);

function byType(streams: readonly Stream<unknown>[]): Streams {
  const types = new Map<string, Stream<unknown>[]>();
  for (const stream of streams) types.set(stream.takes, [...(types.get(stream.takes) ?? []), stream]);
  return types;
}
