import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { normalizeHost } from "@/lib/base/web/hosts";
import { type NewCampaignBody, settingsOfNewCampaign } from "@/lib/campaigns/create/create";
import { insertCampaigns } from "@/lib/campaigns/create/queries";
import { displayIdTakenText } from "@/lib/campaigns/create-schema";
import { networkReader } from "@/lib/campaigns/known-network";
import { unknownNetworkText } from "@/lib/campaigns/network-name";
import { spelledAsChannel } from "@/lib/campaigns/networks";
import { linksOfRow } from "@/lib/campaigns/present";
import { type CampaignSettings, checkSchedule } from "@/lib/campaigns/settings";
import { sheetDefaults } from "@/lib/campaigns/sheet/defaults";
import { findSheetReferences } from "@/lib/campaigns/sheet/queries";
import { campaignBody, readSheet, type TypedRow, withFullDates } from "@/lib/campaigns/sheet/read";
import type { SheetRow, sheetCreated, sheetInput, sheetPreview } from "@/lib/campaigns/sheet/schema";
import { newCampaign } from "@/lib/campaigns/table/schema";

type Input = z.output<typeof sheetInput>;
type Checked = { row: SheetRow; displayId: string | null; settings: CampaignSettings | null };

/** Previews the result of creating a sheet's campaigns. Stores no data. */
export async function previewSheet(
  project: Project,
  input: Input,
  now: Date,
): Promise<z.output<typeof sheetPreview>> {
  const { columns, ignored, checked } = await checkSheet(project, input, now);
  const rows = checked.map(({ row }) => row);
  return { columns, ignored, rows, ready: rows.every(({ problems }) => problems.length === 0) };
}

/**
 * Creates the sheet's campaigns in one statement. If one of them has a problem none are created, unless `only_ready` is
 * set.
 */
export async function createFromSheet(
  project: Project,
  input: Input,
  { by, now }: { by: Actor; now: Date },
): Promise<z.output<typeof sheetCreated>> {
  const { checked } = await checkSheet(project, input, now);
  const wrong = checked.filter(({ settings }) => settings === null);
  const [first] = wrong;
  if (first && (!input.only_ready || wrong.length === checked.length))
    throw new Refusal("invalid_request", `Line ${first.row.line}: ${first.row.problems[0]?.message}`);
  const drafts = checked.flatMap(({ row, displayId, settings }) =>
    settings === null
      ? []
      : [
          {
            line: row.line,
            // Longer than for a single campaign, because collisions are more likely with so many at once.
            displayId: displayId ?? randomBase62(9),
            settings,
          },
        ],
  );
  const of = { accountId: project.accountId, projectId: project.id };
  const made = await insertCampaigns(of, drafts, by, now);
  const created = made.flatMap((row, i) => {
    if (row === null) return [];
    const { link, shareable } = linksOfRow(row);
    const { id, name, display_id } = row;
    return [{ id, line: drafts[i]!.line, name, display_id, link, shareable_link: shareable }];
  });
  return {
    created,
    taken: drafts.flatMap(({ line }, i) => (made[i] === null ? [line] : [])),
    left: wrong.map(({ row }) => row.line),
  };
}

async function checkSheet(project: Project, input: Input, now: Date) {
  const { columns, ignored, rows } = withFullDates(await readSheet(input.text), dayIn(project.timeZone, now));
  const { usual: defaultValue, named } = await sheetDefaults(project, input, columns.includes("template"));
  const templateOf = ({ template }: TypedRow["values"]) =>
    template === undefined ? defaultValue : (named.get(template.toLowerCase()) ?? null);
  const hostOf = (values: TypedRow["values"]) => {
    const host = values.domain ?? templateOf(values)?.domain ?? null;
    return host === null ? null : normalizeHost(host);
  };
  const known = await findSheetReferences(project.accountId, project.id, {
    hosts: rows.flatMap(({ values }) => hostOf(values) ?? []),
    affiliates: rows.flatMap(({ values }) => (values.affiliate ? spelledAsChannel(values.affiliate) : [])),
    displayIds: rows.flatMap(({ values }) => values.custom_display_id ?? []),
  });
  const networkCode = await networkReader(
    project.id,
    rows.map(({ values }) => values.network ?? (templateOf(values)?.body.network as string | null)),
  );
  const first = new Map<string, number>();
  const checked = rows.map((typed): Checked => {
    const problems: SheetRow["problems"] = [];
    const { values, line } = typed;
    const complain = (field: string, message: string) => problems.push({ field, message });
    const template = templateOf(values);
    if (values.template !== undefined && template === null)
      complain("template", `No template is named ${values.template}.`);
    const body: Record<string, unknown> = { ...template?.body, ...campaignBody(typed, project.timeZone) };
    const parsed = newCampaign.safeParse(body);
    for (const issue of parsed.error?.issues ?? []) complain(String(issue.path[0] ?? "name"), issue.message);

    const network = typeof body.network === "string" ? networkCode(body.network) : null;
    const isComplained = problems.some(({ field }) => field === "network");
    if (body.network && network === null && !isComplained) complain("network", unknownNetworkText);

    const host = hostOf(values);
    const domainId = host === null ? null : (known.domains.get(host) ?? null);
    if (values.domain !== undefined && domainId === null) complain("domain", "Domain not found in project");
    const affiliate = values.affiliate && known.affiliates.get(spelledAsChannel(values.affiliate));
    if (values.affiliate && affiliate === undefined)
      complain("affiliate", `No affiliate is named ${values.affiliate}.`);
    const displayId = values.custom_display_id ?? null;
    if (displayId !== null) {
      const before = first.get(displayId);
      if (known.takenIds.has(displayId)) complain("custom_display_id", displayIdTakenText);
      else if (before !== undefined) complain("custom_display_id", `Line ${before} has the same display ID.`);
      else first.set(displayId, line);
    }
    complainOfSchedule(body, complain);
    const { ends_at: end } = parsed.data ?? {};
    if (end && new Date(end) <= now) complain("ends_at", "The end is in the past.");
    const row = { line, values: values as Record<string, string>, problems };
    if (!parsed.success || problems.length > 0) return { row, displayId, settings: null };
    const whole: NewCampaignBody = {
      ...parsed.data,
      network,
      ...(affiliate ? { affiliate_id: affiliate } : {}),
    };
    const listings = template?.listings ?? [];
    return { row, displayId, settings: settingsOfNewCampaign(whole, { domainId, listings }) };
  });
  return { columns, ignored, checked };
}

function complainOfSchedule(body: object, complain: (field: string, message: string) => void) {
  try {
    checkSchedule(body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    complain("ends_at", error.message);
  }
}
