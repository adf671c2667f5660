import { expect, test } from "vitest";
import { sql } from "@/db";
import { maxInstallsOfACall, updateConsentOf } from "@/lib/facts/consent/by-server";
import { noConsentSignals } from "@/lib/facts/consent/signals";
import { aProject } from "@/testing/factories";

const now = new Date("2026-05-01T12:00:00Z");
const signals = { ...noConsentSignals, ad_user_data: true, ad_personalization: true };

test("a call changes a bounded number of installs and says so, and repeated calls reach all of them", async () => {
  const { project } = await aProject();
  const count = maxInstallsOfACall + 30;
  await sql`
    insert into identities (project_id, install_instance_id, user_id, identified_at)
    select ${project.id}, 'i-' || n, 'u', ${now}::timestamptz from generate_series(1, ${count}::int) n`;
  const update = (more = {}) =>
    updateConsentOf(project, { user: "u", device: null }, { ...signals, ...more }, now);
  const stored = async () => {
    const [row] = await sql<[{ yes: number; no: number }]>`
      select count(*) filter (where ad_user_data)::int as yes, count(*) filter (where not ad_user_data)::int as no
      from consents where project_id = ${project.id}`;
    return row;
  };
  expect(await update()).toEqual({ installs: maxInstallsOfACall, complete: false });
  expect(await stored()).toEqual({ yes: maxInstallsOfACall, no: 0 });
  // The installs of the first call fill the second one up, for leftovers of a crashed process.
  expect(await update()).toEqual({ installs: maxInstallsOfACall, complete: true });
  expect(await stored()).toEqual({ yes: count, no: 0 });

  expect(await update({ ad_user_data: false })).toMatchObject({ complete: false });
  expect(await update({ ad_user_data: false })).toMatchObject({ complete: true });
  expect(await stored()).toEqual({ yes: 0, no: count });
});
