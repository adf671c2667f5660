import { commandLine } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { addFileExport, runFilesHere } from "@/lib/data-access/files/exports";
import { fileExportInput } from "@/lib/data-access/files/schema";
import { saveQuery } from "@/lib/data-access/saved-queries/save";
import { runAudienceHere } from "@/lib/outbound/audiences/manage/audiences";
import { insertAudience } from "@/lib/outbound/audiences/queries";
import { audienceInput, maxAudiences } from "@/lib/outbound/audiences/schema";
import type { AProject } from "@/testing/factories";

const dayMs = 86_400_000;

const installsByCountry = `select i.country, count(*) as installs,
  count(*) filter (where exists (
    select from cairn.v_payments p
    where p.install_instance_id = i.install_instance_id and p.revenue_minor > 0)) as paid
from cairn.v_installs i
where i.installed_day between {{from}} and {{to}} and not i.is_test
group by i.country
order by installs desc
`;

export const saveQueries = ({ project }: AProject, now: Date) =>
  saveQuery(project, { name: "Paying installs by country", sql: installsByCountry }, commandLine, now);

/** Files of two days in the demo's own folder. */
export async function addFiles({ project }: AProject, now: Date) {
  if (!env.EXPORT_FOLDER) return;
  const input = fileExportInput.parse({
    ...{
      title: "Costs for the warehouse",
      datasets: ["campaigns", "spend", "country_spend"],
      format: "parquet",
    },
    ...{ cadence: "daily", hour: 5, storage: "folder", place: { prefix: "raw" } },
  });
  const { export: made } = await addFileExport(project, input, commandLine, now);
  for (const ago of [1, 0])
    await runFilesHere(project, made.id, commandLine, () => new Date(now.getTime() - ago * dayMs));
}

/** People for a download, over the last weeks. No one else receives them. */
export async function addAudiences({ project }: AProject, now: Date) {
  const input = audienceInput.parse({
    title: "Android, installed a week ago or earlier",
    conditions: { platform: "ANDROID", installed: { min_days: 7 } },
    kind: "csv",
    holdout: 20,
  });
  const seed = "demo";
  const at = new Date(now.getTime() - 40 * dayMs);
  const id = await insertAudience(project, { ...input, settings: {} }, commandLine, {
    now: at,
    seed,
    max: maxAudiences,
  });
  if (id === null) return;
  for (const ago of [40, 25, 10, 0])
    await runAudienceHere(project, id, commandLine, () => new Date(now.getTime() - ago * dayMs));
}
