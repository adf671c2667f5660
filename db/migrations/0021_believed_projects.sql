-- Of a table that was never looked at the planner believes that a project has a row or two. Then any index that begins
-- with the project seems as good as the one that finds the very row, and a batch reads all of the project's rows for
-- each of its own. Until the first look it shall believe that all rows may be one project's.
SELECT pg_restore_attribute_stats('schemaname', n.nspname::text, 'relname', c.relname::text, 'attname', 'project_id', 'inherited', false,
  'null_frac', 0::real, 'avg_width', 8, 'n_distinct', 1::real)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.reltuples < 0 AND a.attname = 'project_id' AND NOT a.attisdropped;
