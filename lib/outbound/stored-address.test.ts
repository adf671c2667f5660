/** Google's app events require the device's IP address, which the packages do not send. */
import { expect, test } from "vitest";
import { sql } from "@/db";
import { newId } from "@/lib/base/ids";
import { storableDeviceData } from "@/lib/facts/consent/record";
import { storeInstall } from "@/lib/facts/installs/register";
import { googleApp } from "@/lib/outbound/kinds/google-app";
import { type AProject, aProject } from "@/testing/factories";
import { aFact, androidInstall, renderFact } from "@/testing/networks/facts";

const settings = { link_id: "a".repeat(32) };

async function stored(
  app: AProject,
  device: Record<string, unknown>,
  addresses?: "kept" | "not_kept",
  address = "86.3.4.5",
) {
  const instance = newId(new Date());
  const consent = { inside: "granted", outside: "granted", ...(addresses ? { addresses } : {}) };
  const project = { ...app.project, settings: { ...app.project.settings, consent } } as AProject["project"];
  await storeInstall(
    project,
    { token: "", platform: "ANDROID", install_instance_id: instance, device_data: device },
    { userAgent: null, address, now: new Date() },
  );
  const read = async () => {
    const [row] = await sql<{ device_data: Record<string, unknown> }[]>`
      select device_data from installs where project_id = ${app.project.id} and install_instance_id = ${instance}`;
    return row!.device_data;
  };
  const refuse = () => storableDeviceData(project, instance, { consent: false }, { now: new Date() });
  return { data: await read(), read, refuse };
}

test("the first call's IP address is stored only if the project chose it and the user allows it", async () => {
  const app = await aProject();
  const device = { model: "Pixel 8" };
  expect((await stored(app, device)).data).not.toHaveProperty("init_ip_address");
  expect((await stored(app, device, "not_kept")).data).not.toHaveProperty("init_ip_address");
  expect((await stored(app, device, "kept")).data).toMatchObject({ init_ip_address: "86.3.4.5" });
  expect((await stored(app, device, "kept", "::ffff:86.3.4.5")).data).toMatchObject({
    init_ip_address: "86.3.4.5",
  });
  expect((await stored(app, device, "kept", "10.0.0.1")).data).not.toHaveProperty("init_ip_address");
  expect((await stored(app, { ...device, consent: false }, "kept")).data).not.toHaveProperty(
    "init_ip_address",
  );
});

test("a refusal removes a stored address", async () => {
  const { data, refuse, read } = await stored(await aProject(), { model: "Pixel 8" }, "kept");
  expect(data).toHaveProperty("init_ip_address");
  await refuse();
  expect(await read()).not.toHaveProperty("init_ip_address");
});

test("Google gets the stored address, and an install without one is skipped with the setting to change", () => {
  const { ip_address: _sent, ...deviceData } = androidInstall.deviceData;
  const made = (data: Record<string, unknown>) =>
    renderFact(googleApp, {
      fact: aFact("install", { ...androidInstall, deviceData: data }),
      sends: "first_open",
      settings,
    });
  expect(made({ ...deviceData, init_ip_address: "86.3.4.5" })).toMatchObject({
    payload: { headers: { "x-forwarded-for": "86.3.4.5" } },
  });
  expect(made(deviceData)).toMatchObject({
    unfit: "unsupported",
    why: expect.stringContaining("Settings → Privacy → IP addresses"),
  });
});
