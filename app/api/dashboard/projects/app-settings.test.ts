import { expect, test } from "vitest";
import { linksRoutes } from "@/app/api/dashboard/traffic/links";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";

const print = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, "0").toUpperCase()).join(":");

asServed([linksRoutes], (call) => {
  async function someone(role: "viewer" | "admin" = "admin") {
    const account = await anAccount();
    const { project } = await aProject({ account });
    const { session } = await aMember(role, account);
    return { project, session, path: `/api/dashboard/projects/${project.id}/app-settings` };
  }

  test("200 a project without apps serves no files", async () => {
    const { path, session } = await someone("viewer");
    const got = await call(`GET ${path}`, { session });
    expect(got.status).toBe(200);
    expect(got.body.data).toEqual({
      ios_apps: [],
      android_apps: [],
      apple_app_site_association: null,
      assetlinks: null,
      updated_at: null,
      served: { apple_app_site_association: null, assetlinks: null },
    });
  });

  test("200 apps are normalised, and the response has the files that are now served", async () => {
    const { path, session, project } = await someone();
    const got = await call(`PUT ${path}`, {
      session,
      body: {
        ios_apps: [{ team_id: "abcde12345", bundle_id: "com.example.app" }],
        android_apps: [
          {
            package_name: "com.example.app",
            sha256_cert_fingerprints: [print.toLowerCase().replaceAll(":", "")],
          },
        ],
      },
    });
    expect(got.status).toBe(200);
    const { data } = got.body;
    expect(data.ios_apps).toEqual([{ team_id: "ABCDE12345", bundle_id: "com.example.app" }]);
    expect(data.android_apps[0].sha256_cert_fingerprints).toEqual([print]);
    expect(JSON.parse(data.served.apple_app_site_association).applinks.details[0].appIDs).toEqual([
      "ABCDE12345.com.example.app",
    ]);
    expect(JSON.parse(data.served.assetlinks)[0].target.sha256_cert_fingerprints).toEqual([print]);
    expect((await call(`GET ${path}`, { session })).body.data).toEqual(data);
    const [entry] = await sql`
      select action, detail from audit_log where project_id = ${project.id} order by id desc limit 1`;
    expect(entry).toMatchObject({ action: "app-settings.change" });
  });

  test("200 a pasted file is served unchanged until it is removed", async () => {
    const { path, session } = await someone();
    const pasted = '{"applinks": {"details": [{"appIDs": ["X.y"], "components": []}]}}';
    const ios_apps = [{ team_id: "ABCDE12345", bundle_id: "com.example.app" }];
    const put = (file: string | null) =>
      call(`PUT ${path}`, { session, body: { ios_apps, apple_app_site_association: file } });
    expect((await put(pasted)).body.data.served.apple_app_site_association).toBe(pasted);
    expect((await put("")).body.data.served.apple_app_site_association).toContain("ABCDE12345");
  });

  test("400 errors name their field", async () => {
    const { path, session } = await someone();
    const got = await call(`PUT ${path}`, {
      session,
      body: { android_apps: [{ package_name: "com.example.app", sha256_cert_fingerprints: ["AA:BB"] }] },
    });
    expect(got.status).toBe(400);
    expect(got.body.errors).toEqual({
      "android_apps.0.sha256_cert_fingerprints.0": "Enter a SHA-256 fingerprint: 32 pairs of 0–9 and A–F.",
    });
  });
});
