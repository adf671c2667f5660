import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { type ImportedLine, readImport } from "@/lib/apple/postbacks/import-rules";
import { type AppleKeys, appleKeys } from "@/lib/apple/postbacks/keys";
import { findOwnerOfApp } from "@/lib/apple/postbacks/queries";
import { readPostback } from "@/lib/apple/postbacks/read";
import { recordPostback } from "@/lib/apple/postbacks/receive";
import { type ImportedPostbacks, maxImported } from "@/lib/apple/postbacks/setup-schema";
import { Refusal } from "@/lib/base/refusal";

type Line = ImportedPostbacks["lines"][number];

/** Stores postbacks that another server received, like arriving postbacks. Each line has its own result. */
export async function importPostbacks(
  project: Project,
  text: string,
  by: Actor,
  { now, keys = appleKeys }: { now: Date; keys?: AppleKeys },
): Promise<ImportedPostbacks> {
  const entries = readImport(text, now);
  if (entries.length === 0) throw refused("The file contains no postbacks.");
  if (entries.length > maxImported)
    throw refused(`Import at most ${maxImported} postbacks at once. Split the file.`);
  const owners = new Map<string, Promise<boolean>>();
  const isOurs = (appId: string) => {
    const known = owners.get(appId) ?? findOwnerOfApp(appId, null).then((owner) => owner?.id === project.id);
    owners.set(appId, known);
    return known;
  };
  const lines: Line[] = [];
  for (const entry of entries) lines.push(await importOne(project, entry, { by, keys, isOurs }));
  return { lines };
}

const refused = (why: string) => new Refusal("invalid_request", why, { fields: { text: why } });

async function importOne(
  project: Project,
  entry: ImportedLine,
  { by, keys, isOurs }: { by: Actor; keys: AppleKeys; isOurs: (appId: string) => Promise<boolean> },
): Promise<Line> {
  const { line } = entry;
  if ("problem" in entry) return { line, outcome: "refused", verdict: null, why: entry.problem };
  const postback = readPostback(entry.framework, entry.raw, keys);
  const { verdict, why, appId } = postback;
  if (appId === null) return { line, outcome: "refused", verdict, why: why ?? "The postback has no app ID." };
  if (!(await isOurs(appId))) {
    return {
      line,
      outcome: "refused",
      verdict,
      why: `App ${appId} isn't among the store listings of this project.`,
    };
  }
  const outcome = await recordPostback(project.id, postback, { at: entry.at, source: by.name });
  if (outcome === "full")
    return {
      line,
      outcome: "refused",
      verdict,
      why:
        verdict === "verified"
          ? "Cairn already has many other copies of this postback."
          : "Too many postbacks without Apple's signature arrived on that day.",
    };
  return { line, outcome: outcome as Line["outcome"], verdict, why };
}
