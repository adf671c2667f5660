import { actorOf } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { mostBytes, oneUpload, uploadName } from "@/lib/facts/spend/upload/schema";
import { addUpload } from "@/lib/facts/spend/upload/upload";
import { projectRoute } from "@/lib/gateway/session-routes";
import type { Call } from "@/lib/platform/http/call";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/uploads";

const tooLarge = "The file is larger than 10 MB. Split it, for instance by month.";

/** The body is the file itself. */
async function fileOf(call: Call): Promise<Uint8Array> {
  try {
    return await call.bytes(mostBytes);
  } catch (error) {
    if (error instanceof Refusal && error.status === 413)
      throw new Refusal(413, tooLarge, { headers: error.headers });
    throw error;
  }
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(
    { ...projectRoute("spend.write"), deadlineMs: 60_000 },
    {
      summary: "Upload a file of spend",
      description:
        "The body is the file: separated values, of at most 10 MB. It is looked at, and nothing of it is stored yet.",
      tag: "Spend",
      query: uploadName,
      answers: {
        201: { msg: "File uploaded.", data: oneUpload },
        413: { msg: tooLarge },
      },
      handle: async ({ caller, query, call }) =>
        created(
          "File uploaded.",
          await addUpload(
            caller.project,
            { name: query.name, bytes: await fileOf(call) },
            actorOf(caller.member),
            call.now,
          ),
        ),
    },
  ),
});
