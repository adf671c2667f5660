import { backgroundProject } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeConversions } from "@/lib/apple/conversion-values/change";
import { startReplay } from "@/lib/attribution/replay/replay";
import { runProjectReplays } from "@/lib/attribution/replay/run";
import { changeRules } from "@/lib/attribution/rule-sets/rule-sets";
import { addTestDevice } from "@/lib/attribution/test-devices/mark";
import { addDays } from "@/lib/base/days";
import type { MemberId } from "@/lib/base/ids";
import { dayIn } from "@/lib/base/time";
import { changeAppSettings } from "@/lib/campaigns/app-links/settings";
import { changeSite } from "@/lib/projects/site/site";
import { storeSavedView } from "@/lib/reporting/views/queries";
import { firstDemoDay } from "@/lib/sample/plan";
import { type AProject, anAffiliate } from "@/testing/factories";

/** The affiliates of the campaigns without an ad network. */
export async function addAffiliates(app: AProject): Promise<Map<string, number>> {
  return new Map([
    ["hundred-peaks", await anAffiliate(app, "Hundred Peaks Podcast")],
    ["hut-poster", await anAffiliate(app, "Alpine Huts")],
  ]);
}

export const officePhone = "6d92078a-8246-4ba4-ae5b-76104861e7dc";

/** The settings of a project in use: the app's links, conversion values, a test device. */
export async function setUpDemo(app: AProject, now: Date) {
  await changeAppSettings(
    app.project,
    {
      ios_apps: [{ team_id: "A1B2C3D4E5", bundle_id: "com.example.app" }],
      android_apps: [
        {
          package_name: "com.example.app",
          sha256_cert_fingerprints: [Array.from({ length: 32 }, (_, i) => fingerprintPart(i)).join(":")],
        },
      ],
      apple_app_site_association: null,
      assetlinks: null,
    },
    commandLine,
    now,
  );
  await changeSite(app.project, { origins: ["https://www.example.com"] }, commandLine, now);
  await changeConversions(
    app.project,
    {
      version: 0,
      rules: [
        { window: 1, when: { kind: "install" }, fine: 0, coarse: "low", lock: false },
        {
          window: 1,
          when: { kind: "event", name: "route_saved", times: 1 },
          fine: 10,
          coarse: "low",
          lock: false,
        },
        {
          window: 1,
          when: { kind: "event", name: "hike_finished", times: 2 },
          fine: 24,
          coarse: "medium",
          lock: false,
        },
        { window: 1, when: { kind: "revenue", at_least: 1 }, fine: 48, coarse: "high", lock: true },
        { window: 2, when: { kind: "revenue", at_least: 1 }, fine: null, coarse: "high", lock: false },
        {
          window: 3,
          when: { kind: "event", name: "hike_finished", times: 1 },
          fine: null,
          coarse: "medium",
          lock: false,
        },
      ],
    },
    commandLine,
    // In force since before the first install, so that all of Apple's values have a meaning.
    new Date(now.getTime() - (firstDemoDay + 1) * 86_400_000),
  );
  await addTestDevice(app.project, { device_id: officePhone, name: "Pixel in the office" }, commandLine, now);
}

/** Ad views count, too, so that the demo has examples of them. */
const rulesOfDemo = { view_through: true };

export async function addViewSettings(app: AProject, now: Date) {
  await changeRules(app.project, rulesOfDemo, commandLine, now);
  app.project = (await backgroundProject(app.project.id))!;
}

/** A replay of a month with a rule that rejects implausibly fast installs. The rule is not put into force. */
export async function addReplay(app: AProject, now: Date) {
  const to = dayIn(app.project.timeZone, now);
  const days = { from: addDays(to, -29), to };
  const settings = { ...rulesOfDemo, fraud: { too_fast: { level: "reject" as const } } };
  await startReplay(app.project, settings, days, commandLine, now);
  await runProjectReplays(
    app.project.id,
    () => false,
    () => now,
  );
}

const fingerprintPart = (i: number) => ((i * 37 + 91) % 256).toString(16).toUpperCase().padStart(2, "0");

export async function saveViews(app: AProject, member: MemberId, now: Date) {
  const owner = { account: app.accountId, project: app.project.id, member };
  const views = [
    { name: "Meta, last 7 days", query: "network=META&range=7d", shared: true },
    { name: "Who comes back", query: "view=retargeting&sort=-revenue", shared: false },
    {
      name: "What campaigns return",
      query: `range=90d&sort=-spend&columns=${["installs", "spend", "projected:break_even_day", "projected:d180:roas", "cost_per_install", "cohort:d7:roas", "cohort:d30:roas"].map(encodeURIComponent).join()}`,
      shared: true,
    },
  ];
  for (const view of views) await storeSavedView(owner, view, commandLine, now);
}
