import { type Kysely, sql } from 'kysely'

// Jobs bring over what was counted before there was visit_days (moveCountersStep), and the accounts of older raw visits
// (ownVisitsStep). They begin an hour later, because instances of the previous release read visit_counts.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_facets(one jsonb, other jsonb) returns jsonb language sql immutable as $$
      select coalesce(jsonb_object_agg(dimension, counts), '{}') from (
        select dimension, jsonb_object_agg(value, jsonb_build_array(visits, uniques)) as counts from (
          select d.key as dimension, v.key as value, sum((v.value->>0)::bigint) as visits, sum((v.value->>1)::bigint) as uniques
          from (values (one), (other)) f(facets) cross join jsonb_each(f.facets) d cross join jsonb_each(d.value) v group by 1, 2
        ) parts group by dimension
      ) dimensions
    $$`.execute(db)
  await sql`
    insert into jobs (kind, next_at)
    select kind, now() + interval '1 hour' from (values ('move_counters'), ('own_visits')) jobs(kind)
    where case kind when 'move_counters' then exists (select 1 from visit_counts) else exists (select 1 from clicks) end`.execute(
    db,
  )
}
