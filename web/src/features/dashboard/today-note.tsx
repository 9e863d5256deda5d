import { useToday } from '../../date-range/use-today.ts';
import { useSession } from '../../session/session.ts';

interface TodayNoteProps {
  /** The figure of yesterday until the same time; undefined where it is unknown. */
  soFar: string | undefined;
  /** When the newest spend came; null where it does not matter. */
  spendAt: string | null;
}

/** With what today's figure is compared, and how old its spend is. */
export default function TodayNote({ soFar, spendAt }: TodayNoteProps) {
  const { timeZone } = useSession().tenant;
  const today = useToday();
  return (
    <>
      {soFar && <span className="figure dot-between">ontem até esta hora: {soFar}</span>}
      {spendAt && <span className="figure dot-between">gasto {atTime(spendAt, timeZone, today)}</span>}
    </>
  );
}

const MINUTE = { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' } as const;

/** 'às 14:20'; with the day where it is not today's. */
function atTime(instant: string, timeZone: string, today: string): string {
  const [day, time] = new Date(instant).toLocaleString('pt-BR', { ...MINUTE, timeZone }).split(', ');
  return `${day === `${today.slice(8)}/${today.slice(5, 7)}` ? '' : `de ${day} `}às ${time}`;
}
