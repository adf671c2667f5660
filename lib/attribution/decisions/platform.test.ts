import { expect, test } from "vitest";
import { sql } from "@/db";
import { storeInstall } from "@/lib/facts/installs/register";
import { identify } from "@/lib/facts/users/identify";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { aProject, decideEverything } from "@/testing/factories";

test("an install without device data gets its platform from a later call, and its figures move", async () => {
  const app = await aProject();
  const at = new Date(Date.now() - 60_000);
  const send = (device_data: Record<string, unknown>) =>
    storeInstall(
      app.project,
      { token: "", install_instance_id: "bare", device_data },
      { userAgent: null, address: "203.0.113.20", now: at },
    );
  await send({});
  await decideEverything(app);
  await identify(
    app.project,
    { token: "", install_instance_id: "bare", user_data: { id: "u" } },
    { userAgent: null, now: at },
  );
  await send({ system_name: "iOS", system_version: "17.5.1", device_model: "iPhone15,2" });
  await decideEverything(app);
  const [install] =
    await sql`select platform, os_version, device_model from installs where project_id = ${app.project.id}`;
  expect(install).toEqual({ platform: "IOS", os_version: "17.5.1", device_model: "iPhone15,2" });
  const rows =
    await sql`select measure from ledger where project_id = ${app.project.id} group by measure, platform
    having platform <> 'IOS' and sum(count) <> 0`;
  expect(rows).toEqual([]);
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
});
