-- Which days are read from their rollups, and from which attempt to build them (ADR 14)?
-- Grain: one row per half of a day and attempt. `state` only grows, so that a late writer cannot undo a re-opening.
-- Every attempt writes rollup rows of its own `build_id`, and only those of a complete one are read: what a crash left half written, or what a
-- later attempt no longer has, is in no figure.
CREATE TABLE IF NOT EXISTS finalized_days
(
    tenant_id  LowCardinality(String),
    -- The instants between which the day lies, in the zone that cut it. A tenant that moves to another zone has other days.
    day_start  DateTime64(3, 'UTC'),
    day_end    DateTime64(3, 'UTC'),
    -- The year (UTC) in which it begins: by it a batch finds the days that its events can belong to, and those after them.
    began_in   UInt16 DEFAULT toYear(day_start),
    time_zone  LowCardinality(String),
    -- 'traffic' (clicks and page views) or 'money' (conversions): finalized and re-opened apart (ADR 56).
    half       LowCardinality(String),
    -- Milliseconds since 1970 of the attempt, times 2^20, plus random bits: an id that has its age in it.
    build_id   UInt64,
    -- 1: being built. 2: complete, its rows are read. 3: re-opened, an event arrived that its rows may lack.
    state      UInt8
)
ENGINE = ReplacingMergeTree(state)
ORDER BY (tenant_id, began_in, day_start, day_end, time_zone, build_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
