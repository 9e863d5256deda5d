import { useToday } from '../../date-range/use-today.ts';
import { spendAtText } from '../../format/spend-at.ts';
import { useTenant } from '../../session/session.ts';

interface TodayNoteProps {
  /** The figure of yesterday until the same time; undefined where it is unknown. */
  soFar: string | undefined;
  /** When the newest spend came; null where it does not matter. */
  spendAt: string | null;
}

/** With what today's figure is compared, and how old its spend is. */
export default function TodayNote({ soFar, spendAt }: TodayNoteProps) {
  const { timeZone } = useTenant();
  const today = useToday();
  return (
    <>
      {soFar && <span className="figure dot-between">ontem até esta hora: {soFar}</span>}
      {spendAt && <span className="figure dot-between">{spendAtText(spendAt, timeZone, today)}</span>}
    </>
  );
}
