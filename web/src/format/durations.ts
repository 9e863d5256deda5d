const UNITS = [
  { seconds: 86_400, one: 'dia', many: 'dias' },
  { seconds: 3_600, one: 'h', many: 'h' },
  { seconds: 60, one: 'min', many: 'min' },
  { seconds: 1, one: 's', many: 's' },
] as const;

/** The two largest units: 40 → '40 s', 3700 → '1 h 1 min', 180000 → '2 dias 2 h'. */
export function formatDuration(seconds: number): string {
  const first = UNITS.findIndex((unit) => seconds >= unit.seconds);
  if (first === -1) return '0 s';
  let rest = seconds;
  const parts = UNITS.slice(first, first + 2).map(({ seconds: size, one, many }) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
  });
  return parts.filter(Boolean).join(' ');
}

/** The largest unit alone: 40 → 'agora', 300 → 'há 5 min', 11700 → 'há 3 h', 180000 → 'há 2 dias'. */
export function formatAge(seconds: number): string {
  const unit = UNITS.find(({ seconds: size }) => seconds >= size && size >= 60);
  if (!unit) return 'agora';
  const count = Math.floor(seconds / unit.seconds);
  return `há ${count} ${count === 1 ? unit.one : unit.many}`;
}
