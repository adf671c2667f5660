import type postgres from "postgres";

/**
 * All parts of the schema `public`, one line each, in a fixed order. Some parts are left out: the order of columns and
 * the names of not-null constraints, because no statement depends on them; monthly partitions, which are created over
 * time; the names of partition indexes, which Postgres chooses; and extensions, which the operator installs.
 */
export async function databaseCatalogue(on: postgres.Sql): Promise<string[]> {
  const rows = await on<{ line: string }[]>`
    with extended as (select objid from pg_depend where deptype = 'e'),
    relations as (
      select c.*, (select p.relname from pg_inherits h join pg_class p on p.oid = h.inhparent where h.inhrelid = c.oid)
        as parent
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.oid not in (select objid from extended)
        and c.relname !~ '^(clicks|events)_[0-9]{6}'
    ),
    tables as (select * from relations where relkind in ('r', 'p', 'v', 'm', 'f')),
    lines as (
      select format('table %s: kind %s, persistence %s, options %s, partitioned by %s, part of %s %s, row security %s',
        relname, relkind, relpersistence, reloptions, pg_get_partkeydef(oid), parent,
        pg_get_expr(relpartbound, oid), relrowsecurity) as line
      from tables
      union all
      select format(
        'column %s.%s: %s, not null %s, default %s, identity %s, generated %s, statistics %s, storage %s, compression %s, collation %s, options %s',
        t.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
        a.attidentity, a.attgenerated, a.attstattarget, a.attstorage, a.attcompression, a.attcollation::regcollation,
        a.attoptions)
      from tables t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      union all
      select format('constraint %s.%s: %s, validated %s', t.relname, case when t.parent is null then k.conname end,
        pg_get_constraintdef(k.oid), k.convalidated)
      from tables t join pg_constraint k on k.conrelid = t.oid where k.contype <> 'n'
      union all
      select format('index of %s: %s, valid %s, options %s', t.relname,
        case when t.parent is null then pg_get_indexdef(i.indexrelid)
          else regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ON', 'INDEX ON') end,
        i.indisvalid, x.reloptions)
      from tables t join pg_index i on i.indrelid = t.oid join pg_class x on x.oid = i.indexrelid
      union all
      select format('sequence %s: %s from %s by %s, %s to %s, cache %s, cycle %s, of %s.%s', r.relname,
        format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
        d.refobjid::regclass, (select attname from pg_attribute where attrelid = d.refobjid and attnum = d.refobjsubid))
      from relations r join pg_sequence s on s.seqrelid = r.oid
      left join pg_depend d on d.objid = r.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      union all
      select 'function ' || pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and oid not in (select objid from extended)
      union all
      select 'trigger ' || pg_get_triggerdef(g.oid) from pg_trigger g join tables t on t.oid = g.tgrelid
      where not g.tgisinternal
      union all
      select 'statistics ' || pg_get_statisticsobjdef(oid) from pg_statistic_ext
      where stxnamespace = 'public'::regnamespace
      union all
      select format('type %s: %s', typname, typtype) from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r', 'm')
        and oid not in (select objid from extended)
      union all
      select format('comment on %s: %s', pg_describe_object(classoid, objoid, objsubid), description)
      from pg_description
      where objoid in (select oid from relations) or objoid in (
        select oid from pg_proc where pronamespace = 'public'::regnamespace)
    )
    select line from lines order by line collate "C"`;
  return rows.map(({ line }) => line);
}
