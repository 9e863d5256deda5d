import { dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { useEffect, useState } from 'react';
import { useAsOf } from '../data/as-of.ts';
import { serverTime } from '../data/server-clock.ts';
import { useTenant } from '../session/session.ts';

const LOOK_AT_CLOCK_EVERY_MS = 20_000;

/** Today in the tenant's time zone; a screen left open over midnight updates. Of recalled figures, the day they are of. */
export function useToday(): TenantDay {
  const { timeZone } = useTenant();
  const asOf = useAsOf();
  const [today, setToday] = useState(() => dayOf(asOf ?? serverTime(), timeZone));
  useEffect(() => {
    const look = () => setToday(dayOf(asOf ?? serverTime(), timeZone));
    look();
    const timer = setInterval(look, LOOK_AT_CLOCK_EVERY_MS);
    return () => clearInterval(timer);
  }, [timeZone, asOf]);
  return today;
}
