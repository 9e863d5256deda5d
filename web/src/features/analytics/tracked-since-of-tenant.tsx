import type { ReactElement } from 'react';
import type { DateRange } from '../../date-range/date-range.ts';
import { TrackedSince } from '../../date-range/tracked-since.tsx';
import { useSummary } from './queries.ts';

/** Where no other call of the screen has the day. */
export const TrackedSinceOfTenant = ({ range }: { range: DateRange }): ReactElement => (
  <TrackedSince since={useSummary(range)?.trackedSince} range={range} />
);
