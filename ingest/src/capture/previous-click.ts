import { type ClickId, parseClickId, possibleClickMs } from '@tracker/schemas/primitives/click-id';

/**
 * The visitor's click before `clickId`, as the page says; undefined when it cannot be one. Whether it is stored is not asked: every question about
 * clicks is bound to a tenant, so the id of another tenant's click finds none.
 */
export function previousClick(reported: string, clickId: ClickId, nowMs: number): ClickId | undefined {
  const previousMs = possibleClickMs(reported, nowMs);
  if (previousMs === undefined) return undefined;
  const clickedMs = parseClickId(clickId)?.clickedAtMs ?? 0;
  return previousMs <= clickedMs && reported !== clickId ? (reported as ClickId) : undefined;
}
