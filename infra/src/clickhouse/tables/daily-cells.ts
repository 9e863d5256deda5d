/** The tables of counted days. Who adds one adds its count to `processor/src/rollups`. */
export const CELL_TABLES = [
  'visits_daily',
  'visits_daily_by_ad',
  'visits_daily_by_campaign',
  'visits_daily_by_hour',
  'clicks_daily_by_place',
] as const;
export type CellTable = (typeof CELL_TABLES)[number];
