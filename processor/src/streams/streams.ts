import type { Streams } from '../pipeline/batch.ts';
import { adSpendStream } from './ad-spend.ts';
import { clickStream, type VisitLookups } from './click.ts';
import { type ConversionLookups, conversionStream } from './conversion.ts';
import { pageViewStream } from './page-view.ts';

/** Every stream of the product, by the type of its events. */
export const createStreams = (lookups: VisitLookups & ConversionLookups): Streams => ({
  click: clickStream(lookups),
  'page-view': pageViewStream(lookups),
  conversion: conversionStream(lookups),
  'ad-spend': adSpendStream(lookups),
});
