-- Makes one monthly partition, and returns whether it did. A month with rows in the default partition gets none: the
-- rows are found there as well. Other statements on this table wait for it less than half a second; then it gives up.
CREATE FUNCTION make_month_partition(parent text, month date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '400ms' AS $$
DECLARE
  child text := substring(parent from '^(clicks|events|ad_revenue)$') || '_' || to_char(month, 'YYYYMM');
BEGIN
  IF child IS NULL OR to_regclass(child) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', child, parent,
    uuid_floor(month::timestamp AT TIME ZONE 'UTC'),
    uuid_floor((month + interval '1 month')::timestamp AT TIME ZONE 'UTC'));
  RETURN true;
EXCEPTION WHEN check_violation OR duplicate_table OR unique_violation THEN
  RETURN false;
END $$;
