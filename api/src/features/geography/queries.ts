import { conversionsOf } from '@tracker/figures/money';
import { clicksOf } from '@tracker/figures/traffic';
import { moneyRange, trafficRange } from '@tracker/figures/traffic-range';
import { unionOf } from '@tracker/figures/union';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';

/**
 * Clicks, and conversions with a click, by country, region, time zone and device; every table is read once for all four.
 * Conversions belong to their own day and to the place of their click. '' is an unknown place.
 */
export const placesOfRange = defineQuery({
  name: 'geography-places-of-range',
  params: z.object({ ...trafficRange, ...moneyRange, rowsMax: z.number().int() }),
  row: z.object({
    kind: z.enum(['country', 'device', 'timezone', 'region']),
    country_code: z.string(),
    name: z.string(),
    clicks: Count,
    conversions: Count,
  }),
  sql: `
    WITH
      traffic AS (
        SELECT
          toString(country_code) AS code, toString(region) AS area, toString(timezone) AS zone, toString(device_type) AS device,
          sum(clicks) AS clicks
        FROM ${clicksOf(['country_code', 'region', 'timezone', 'device_type'])}
        GROUP BY code, area, zone, device
      ),
      conversion_sums AS (
        SELECT
          toString(country_code) AS code, toString(region) AS area, '' AS zone, toString(device_type) AS device,
          sum(attributed) AS conversions
        FROM ${conversionsOf(['country_code', 'region', 'device_type'])}
        WHERE attributed > 0
        GROUP BY code, area, zone, device
      )
    SELECT kind, country AS country_code, label AS name, sum(clicks) AS clicks, sum(conversions) AS conversions
    FROM (
      SELECT
        arrayJoin([
          ('country', code, ''), ('device', '', device), ('timezone', '', zone), ('region', code, area)
        ]) AS place,
        tupleElement(place, 1) AS kind, tupleElement(place, 2) AS country, tupleElement(place, 3) AS label,
        clicks, conversions
      FROM ${unionOf(['code', 'area', 'zone', 'device'], { traffic: ['clicks'], conversion_sums: ['conversions'] })}
    )
    WHERE kind = 'device' OR (kind = 'country' AND country != '') OR label != ''
    GROUP BY kind, country, label
    ORDER BY clicks DESC, conversions DESC, country, label
    LIMIT {rowsMax:UInt32} BY kind`,
});
