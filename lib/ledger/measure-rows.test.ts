import { expect, test } from "vitest";
import { sql } from "@/db";
import { captureEvent } from "@/lib/facts/events/capture";
import { identify } from "@/lib/facts/users/identify";
import { eventInstallRows } from "@/lib/ledger/measure-rows-queries";
import { anInstall, aProject } from "@/testing/factories";

test("installs of test devices are not among an event's unique users of a cohort", async () => {
  const app = await aProject();
  const now = new Date();
  const installs = [await anInstall(app, null, { at: now }), await anInstall(app, null, { at: now })];
  const context = { userAgent: null, now };
  for (const { instance } of installs) {
    const of = { token: "", install_instance_id: instance };
    await identify(app.project, { ...of, user_data: { id: instance } }, context);
    await captureEvent(
      app.project,
      { ...of, event_name: "level_up", event_data: {}, user_id: instance },
      context,
    );
  }
  const rows = () => sql`
    select r.name, r.count from (${eventInstallRows(app.project.id, ["0 level_up"], null)}) r`;
  const one = { name: "0 level_up", count: 1 };
  expect(await rows()).toEqual([one, one]);
  await sql`update installs set is_test = true where project_id = ${app.project.id} and id = ${installs[0]!.id}`;
  expect(await rows()).toEqual([one]);
});
