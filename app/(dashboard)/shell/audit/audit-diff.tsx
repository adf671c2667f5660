import { campaignSettingLabel } from "@/app/(dashboard)/shell/campaign-settings";
import { useSession } from "@/app/(dashboard)/shell/session";
import { exactTime, numberText } from "@/components/format";
import type { AuditEntry } from "@/lib/accounts/audit/schema";
import { t } from "@/lib/base/languages/texts";

type Change = { field: string; from: unknown; to: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const same = (a: unknown, b: unknown) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null) ||
  (isMoment(a) && isMoment(b) && +new Date(a) === +new Date(b));

const isMoment = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value);

/** The changes of an entry by field; empty if the entry has no previous values. */
export function auditChanges({ detail }: Pick<AuditEntry, "detail">): Change[] {
  const { before, from, to, ...after } = detail;
  if (isObject(before))
    return Object.keys(after)
      .map((field) => ({ field, from: before[field], to: after[field] }))
      .filter((change) => !same(change.from, change.to));
  if (from === undefined || to === undefined) return [];
  const [was, is] = [isObject(from) ? from : { role: from }, isObject(to) ? to : { role: to }];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, from: was[field], to: is[field] }))
    .filter((change) => !same(change.from, change.to));
}

const fieldLabel = (field: string) => {
  const text = field.replaceAll(/[_-]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Campaign settings have the labels of their form, and projects their names. */
function labelOf(action: string, field: string): string {
  if (action === "member.change-role") return field === "role" ? t("Role") : field;
  const label = action.startsWith("campaign.") ? campaignSettingLabel(field) : field;
  return label === field ? fieldLabel(field) : label;
}

function textOf(value: unknown, zone: string | undefined): string {
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (typeof value === "number") return numberText(value);
  if (isMoment(value)) return exactTime(new Date(value), zone);
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.length === 0) return "–";
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return value.join(", ");
  return JSON.stringify(value);
}

/** The previous and new values, one field per line. */
export function AuditDiff({ entry }: { entry: AuditEntry }) {
  const { projects } = useSession();
  const zone = projects.find(({ id }) => id === entry.project_id)?.time_zone;
  const changes = auditChanges(entry);
  if (changes.length === 0) return null;
  return (
    <dl aria-label={t("Changes")} className="grid grid-cols-1 divide-y rounded-lg border text-sm">
      {changes.map(({ field, from, to }) => (
        <div key={field} className="grid gap-x-4 gap-y-1 px-3.5 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-muted wrap-anywhere">{labelOf(entry.action, field)}</dt>
          <dd className="grid min-w-0 gap-0.5 wrap-anywhere">
            <span className="text-muted line-through">
              <span className="sr-only">{t("From")} </span>
              {textOf(from, zone)}
            </span>
            <span className="font-medium">
              <span className="sr-only">{t("to")} </span>
              {textOf(to, zone)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
