import { type Fragment, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { payingTypes } from "@/lib/ledger/payment-types";
import type { WebStep } from "@/lib/reporting/web-to-app/steps";

/**
 * The installs of a visitor `v`: installs from the visitor's clicks, and installs on which the same user signed in.
 * Installs from before the visit are excluded.
 */
export const installsOfVisitor = (projectId: ProjectId) => sql`
  select s.id, s.install_instance_id, s.installed_at, s.is_test
  from web_clicks c
  join click_uses u on u.project_id = ${projectId} and u.click_id = c.click_id
  join installs s on s.project_id = ${projectId} and s.id = u.install_id and s.click_id = u.click_id
  where c.project_id = ${projectId} and c.web_id = v.web_id and not s.is_test
  union all
  select s.id, s.install_instance_id, s.installed_at, s.is_test
  from (
    select i.install_instance_id as instance from identities i
      where i.project_id = ${projectId} and i.user_id = v.user_id
    union all
    select w.install_instance_id from users w where w.project_id = ${projectId} and w.user_id = v.user_id
  ) named
  join installs s on s.project_id = ${projectId} and s.install_instance_id = named.instance
  where s.installed_at >= v.first_seen_at and not s.is_test`;

/** Users who signed up after the visit, on those installs or with the same user ID as on the website. */
const usersOfVisitor = (projectId: ProjectId) => sql`
  select w.user_id from users w
    where w.project_id = ${projectId} and w.user_id = v.user_id and w.identified_at >= v.first_seen_at
  union all
  select w.user_id from (${installsOfVisitor(projectId)}) s
  join users w on w.project_id = ${projectId} and w.install_instance_id = s.install_instance_id
  where w.identified_at >= v.first_seen_at`;

const hasClicked = (projectId: ProjectId) =>
  sql`exists (select from web_clicks c where c.project_id = ${projectId} and c.web_id = v.web_id)`;
const hasInstalled = (projectId: ProjectId) => sql`exists (${installsOfVisitor(projectId)})`;
const hasSignedUp = (projectId: ProjectId) => sql`exists (${usersOfVisitor(projectId)})`;
const hasPaid = (projectId: ProjectId) => sql`
  exists (
    select from (${usersOfVisitor(projectId)}) w
    join payments p on p.project_id = ${projectId} and p.user_id = w.user_id
    where p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and p.type = any(${payingTypes})
      and p.paid_at >= v.first_seen_at)`;

/** Most visitors have neither a click nor a user ID. They can't be joined with an app, so the look-ups are skipped. */
const ifJoined = (projectId: ProjectId, condition: Fragment) =>
  sql`case when v.user_id is not null or ${hasClicked(projectId)} then ${condition} else false end`;

/** Conditions on a visitor `v` for each step. */
export const isStepReached: Record<WebStep, (projectId: ProjectId) => Fragment> = {
  visited: () => sql`true`,
  clicked: hasClicked,
  installed: (projectId) => ifJoined(projectId, hasInstalled(projectId)),
  signed_up: (projectId) => ifJoined(projectId, hasSignedUp(projectId)),
  paid: (projectId) => ifJoined(projectId, hasPaid(projectId)),
};

/**
 * Joins that add all steps to visitors `v`, as in `isStepReached`. A step is only looked up if the previous steps make it
 * possible. Only users pay, and users are known by an install or a name.
 */
export const joinReachedSteps = (projectId: ProjectId) => sql`
  cross join lateral (select ${hasClicked(projectId)} as clicked offset 0) is_clicked
  cross join lateral (
    select case when clicked or v.user_id is not null then ${hasInstalled(projectId)} else false end as installed offset 0
  ) is_installed
  cross join lateral (
    select case when installed or v.user_id is not null then ${hasSignedUp(projectId)} else false end as signed_up offset 0
  ) is_signed_up
  cross join lateral (select case when signed_up then ${hasPaid(projectId)} else false end as paid offset 0) is_paid`;
