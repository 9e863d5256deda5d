import { PageViewEvent } from '@tracker/schemas/events/page-view';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { viewSink } from '../page-views/view-sink.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { dropOutOfRetention } from '../steps/drop-out-of-retention.ts';
import { putDevice } from '../steps/put-device.ts';
import { putPlace } from '../steps/put-place.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { toPageViewRow } from '../steps/to-page-view-row.ts';
import type { RequestLookups } from './click.ts';

/** The life of a page view, from the log to its row. The sink looks its click up. */
export const pageViewStream = ({ tenants, userAgents, geo }: RequestLookups) =>
  stream({ name: 'page-view', sink: viewSink }, [
    decode(PageViewEvent),
    refuseUnknownTenant<PageViewEvent>(tenants),
    dropOutOfRetention<PageViewEvent>(tenants, ({ occurredAt }) => msFromInstant(occurredAt)),
    putDevice<PageViewEvent>(userAgents),
    putPlace<PageViewEvent>(geo),
    toPageViewRow(),
  ]);
