import { type Fragment, sql } from "@/db";
import { paymentTypes, revenueSign } from "@/lib/ledger/payment-types";
import type { WebStep } from "@/lib/reporting/web-to-app/steps";

const payingTypes = paymentTypes.filter((type) => revenueSign(type) > 0);

/**
 * The installs of a visitor `v`: those attributed to a click of theirs, and those on which the user whom they are named
 * as on the website signed in, unless the app was there before the visit.
 */
export const installsOfVisitor = () => sql`
  select s.id, s.install_instance_id, s.installed_at, s.is_test
  from web_clicks c
  join click_uses u on u.project_id = c.project_id and u.click_id = c.click_id
  join installs s on s.project_id = u.project_id and s.id = u.install_id and s.click_id = u.click_id
  where c.project_id = v.project_id and c.web_id = v.web_id and not s.is_test
  union all
  select s.id, s.install_instance_id, s.installed_at, s.is_test
  from (
    select i.install_instance_id as instance from identities i
      where i.project_id = v.project_id and i.user_id = v.user_id
    union all
    select w.install_instance_id from users w where w.project_id = v.project_id and w.user_id = v.user_id
  ) named
  join installs s on s.project_id = v.project_id and s.install_instance_id = named.instance
  where s.installed_at >= v.first_seen_at and not s.is_test`;

/** The users who signed up after the visit: on those installs, or named so on the website. */
const usersOfVisitor = () => sql`
  select w.user_id from users w
    where w.project_id = v.project_id and w.user_id = v.user_id and w.identified_at >= v.first_seen_at
  union all
  select w.user_id from (${installsOfVisitor()}) s
  join users w on w.project_id = v.project_id and w.install_instance_id = s.install_instance_id
  where w.identified_at >= v.first_seen_at`;

const hasClicked = () =>
  sql`exists (select from web_clicks c where c.project_id = v.project_id and c.web_id = v.web_id)`;
const hasInstalled = () => sql`exists (${installsOfVisitor()})`;
const hasSignedUp = () => sql`exists (${usersOfVisitor()})`;
const hasPaid = () => sql`
  exists (
    select from (${usersOfVisitor()}) w
    join payments p on p.project_id = v.project_id and p.user_id = w.user_id
    where p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and p.type = any(${payingTypes})
      and p.paid_at >= v.first_seen_at)`;

/** Most visitors leave without a click or a name. Nothing joins those with an app, so nothing is looked up for them. */
const ifJoined = (condition: Fragment) =>
  sql`case when v.user_id is not null or ${hasClicked()} then ${condition} else false end`;

/** Conditions on a visitor `v`: how far they got until now. */
export const reached: Record<WebStep, () => Fragment> = {
  visited: () => sql`true`,
  clicked: hasClicked,
  installed: () => ifJoined(hasInstalled()),
  signed_up: () => ifJoined(hasSignedUp()),
  paid: () => ifJoined(hasPaid()),
};

/**
 * Joins behind visitors `v` that tell of each all the steps, as `reached` does: a step is asked for only where those
 * before it leave it possible. Only users pay, and users are known by an install or a name.
 */
export const allReached = () => sql`
  cross join lateral (select ${hasClicked()} as clicked offset 0) is_clicked
  cross join lateral (
    select case when clicked or v.user_id is not null then ${hasInstalled()} else false end as installed offset 0
  ) is_installed
  cross join lateral (
    select case when installed or v.user_id is not null then ${hasSignedUp()} else false end as signed_up offset 0
  ) is_signed_up
  cross join lateral (select case when signed_up then ${hasPaid()} else false end as paid offset 0) is_paid`;
