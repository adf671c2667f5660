import { sql } from "@/db";

/** A person has few purchases that wait for their store at the same time. */
const maxOpenChecks = 5;

/**
 * Anyone with the app's token can invent proofs. A verified signature cannot be invented, so it comes first, and further
 * checks of a sender with many open ones come last.
 */
export const newChecks = () => sql`
  insert into purchase_checks (project_id, payment_id, source, proof, next_at, user_hash, install_hash, priority)
  select c.project_id, c.id, c.check_source, c.check_proof, c.check_at, c.user_hash, c.install_hash,
    case when c.check_state <> 'pending' then 0
      when greatest(c.place_of_user + of_user.open, c.place_of_install + of_install.open) > ${maxOpenChecks} then 2
      else 1 end
  from (
    select w.project_id, w.id, w.check_source, w.check_proof, w.check_at, w.check_state,
      hashtext(w.user_id) as user_hash, hashtext(w.instance) as install_hash,
      row_number() over (partition by w.project_id, w.user_id order by w.id) as place_of_user,
      case when w.instance is null then 0
        else row_number() over (partition by w.project_id, w.instance order by w.id) end as place_of_install
    from who w join stored on stored.project_id = w.project_id and stored.id = w.id
    where w.check_proof is not null
  ) c
  cross join lateral (
    select count(*) as open from (
      select from purchase_checks k where k.project_id = c.project_id and k.user_hash = c.user_hash
      limit ${maxOpenChecks}) n
  ) of_user
  cross join lateral (
    select count(*) as open from (
      select from purchase_checks k where k.project_id = c.project_id and k.install_hash = c.install_hash
      limit ${maxOpenChecks}) n
  ) of_install`;
