import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { decodeText, UnreadableSheet } from "@/lib/platform/sheet";
import { listExchangeRates } from "@/lib/spend/rates/list";
import { presentPreview } from "@/lib/spend/upload/preview";
import {
  beginStoringUpload,
  deleteDraft,
  findUpload,
  insertUpload,
  saveUploadSettings,
  sumReplaced,
  type UploadRow,
} from "@/lib/spend/upload/queries";
import { guessSettings, readFile, uploadedTable } from "@/lib/spend/upload/read-file";
import { wakeUploads } from "@/lib/spend/upload/run";
import type { oneUpload, UploadSettings } from "@/lib/spend/upload/schema";

type Answer = z.output<typeof oneUpload>;

/** Stores a file until its columns are confirmed, with guessed settings. */
export async function addUpload(
  project: Project,
  { name, bytes }: { name: string; bytes: Uint8Array },
  by: Actor,
  now: Date,
): Promise<Answer> {
  const content = text(bytes);
  const settings = guessSettings(await uploadedTable(content), project.currency);
  const row = await insertUpload(project.id, { name, content, settings, createdBy: by.name, at: now });
  return present(project, row);
}

function text(bytes: Uint8Array): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof UnreadableSheet) throw new Refusal("file_unreadable", error.message);
    throw error;
  }
}

export const showUpload = async (project: Project, id: number): Promise<Answer> =>
  present(project, await known(project, id));

async function known(project: Project, id: number): Promise<UploadRow> {
  const row = await findUpload(project.id, id);
  if (!row) throw new Refusal("not_found", "Not found.");
  return row;
}

const tooLate = () =>
  new Refusal(
    "wrong_state",
    "This file is already stored or being stored. To change something, upload it again.",
  );

export async function changeUpload(
  project: Project,
  id: number,
  sent: UploadSettings,
  now: Date,
): Promise<Answer> {
  const row = await known(project, id);
  const settings = { ...sent, network: (await knownNetworkCode(project.id, sent.network)) ?? null };
  if (!(await saveUploadSettings(project.id, id, settings, now))) throw tooLate();
  return present(project, { ...row, settings });
}

/** Begins to store the file in the background; it continues after a restart of the server. */
export async function storeUpload(project: Project, id: number, by: Actor, now: Date): Promise<Answer> {
  const row = await known(project, id);
  const { upload } = await present(project, row);
  if (!upload.preview) throw tooLate();
  if (!upload.preview.ready)
    throw new Refusal(
      "invalid_request",
      "The file still has rows or columns without a match. Resolve them first.",
    );
  const begun = { id, settings: row.settings, total: upload.preview.rows, at: now };
  if (!(await beginStoringUpload(project.accountId, project.id, begun, by))) throw tooLate();
  wakeUploads(project.id);
  return present(project, await known(project, id));
}

export async function discardUpload(project: Project, id: number): Promise<{ id: number }> {
  if (await deleteDraft(project.id, id)) return { id };
  await known(project, id);
  throw tooLate();
}

async function present(project: Project, row: UploadRow): Promise<Answer> {
  const { settings, content, created_at, ...rest } = row;
  const open = content !== null && (row.state === "DRAFT" || row.state === "FAILED");
  return {
    upload: {
      ...rest,
      created_at: created_at.toISOString(),
      preview: open ? await preview(project, content, settings as UploadSettings, created_at) : null,
    },
  };
}

async function preview(project: Project, content: string, chosen: UploadSettings, createdAt: Date) {
  const settings = { three_digits: null, ...chosen };
  const today = dayIn(project.timeZone, createdAt);
  const [file, { rates }] = await Promise.all([
    readFile(project, content, settings, today),
    listExchangeRates(project),
  ]);
  const replaced = await sumReplaced(project.id, file.summed.rows, settings.replaces);
  return presentPreview(project, settings, file, rates, replaced);
}
