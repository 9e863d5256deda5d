import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { COUNTED, IN_RANGE, REAL_CLICK } from '../../figures/columns.ts';
import { IN_OPEN_DAYS, IN_SEALED_DAYS, sealedDays } from '../../figures/sealed-days.ts';

/**
 * Clicks, and conversions with a click, by country, region, time zone and device; every table is read once for all four.
 * Conversions belong to their own day and to the place of their click. '' is an unknown place.
 */
export const placesOfRange = defineQuery({
  name: 'geography-places-of-range',
  params: z.object({ ...sealedDays, rowsMax: z.number().int() }),
  row: z.object({
    kind: z.enum(['country', 'device', 'timezone', 'region']),
    country_code: z.string(),
    name: z.string(),
    clicks: Count,
    conversions: Count,
  }),
  sql: `
    SELECT kind, country AS country_code, label AS name, sum(visits) AS clicks, sum(sales) AS conversions
    FROM (
      SELECT
        arrayJoin([
          ('country', code, ''), ('device', '', device), ('timezone', '', zone), ('region', code, area)
        ]) AS place,
        tupleElement(place, 1) AS kind, tupleElement(place, 2) AS country, tupleElement(place, 3) AS label,
        visits, sales
      FROM (
        SELECT
          toString(country_code) AS code, toString(region) AS area, toString(timezone) AS zone,
          toString(device_type) AS device,
          sum(clicks) AS visits, 0 AS sales
        FROM clicks_daily_by_place
        WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS}
        GROUP BY code, area, zone, device
        UNION ALL
        SELECT
          toString(country_code) AS code, toString(region) AS area, toString(timezone) AS zone,
          toString(device_type) AS device,
          count() AS visits, 0 AS sales
        FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND ${IN_OPEN_DAYS} AND ${REAL_CLICK}
        GROUP BY code, area, zone, device
        UNION ALL
        SELECT
          toString(country_code) AS code, toString(region) AS area, '' AS zone, toString(device_type) AS device,
          0 AS visits, count() AS sales
        FROM conversions FINAL
        WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED} AND click_id != ''
        GROUP BY code, area, zone, device
      )
    )
    WHERE kind = 'device' OR (kind = 'country' AND country != '') OR label != ''
    GROUP BY kind, country, label
    ORDER BY clicks DESC, conversions DESC, country, label
    LIMIT {rowsMax:UInt32} BY kind`,
});
