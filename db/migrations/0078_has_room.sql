-- Whether a project may have one more row in a table. Each asks behind the one before it, until that has committed, and a
-- volatile function sees what was committed meanwhile: so calls at the same moment do not exceed a limit together.
CREATE FUNCTION has_room(in_table text, asked bigint, most int) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  fits boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('has_room ' || in_table), hashint8(asked));
  EXECUTE format('SELECT count(*) < $2 FROM %I WHERE project_id = $1', in_table) INTO fits USING asked, most;
  RETURN fits;
END
$$;
