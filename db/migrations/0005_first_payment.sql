-- The first payment of an install since a time, except some payments. A volatile function sees what others committed
-- until it is called, whatever the statement around it sees.
CREATE FUNCTION first_payment_at(project bigint, instance text, since timestamptz, types text[], without uuid[])
RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (
    SELECT min(p.paid_at) FROM payments p
    WHERE p.project_id = project AND p.install_instance_id = instance AND p.paid_at >= since AND p.removed_at IS NULL
      AND p.status = 'PAYMENT_COMPLETED' AND p.type = ANY(types) AND p.id <> ALL(without)
  );
END
$$;
