import { z } from "zod";
import { clockFields } from "@/lib/facts/app-calls/schema";

const maxCalls = 100;

/** A call's own body is checked when its turn comes: an invalid one must not reject the batch. */
const call = z.unknown().meta({
  type: "object",
  required: ["path", "body"],
  properties: {
    path: { type: "string", description: "The name of the call, as in `/api/client/<name>`." },
    body: { type: "object", description: "The body of that call, without `token`." },
  },
});

export const batchBody = z.object({
  token: z.unknown().meta({ description: "App token.", type: "string", isRequired: true }),
  sent_at: clockFields.sent_at.meta({
    description: "When the batch is sent, by the device's clock. Used as the `sent_at` of each call.",
  }),
  calls: z
    .array(call, {
      error: (issue) => (issue.input === undefined ? "calls is required!" : "calls must be a list."),
    })
    .min(1, "calls must have at least one call.")
    .max(maxCalls, `calls must have at most ${maxCalls} calls.`)
    .meta({ description: "The calls, in the order in which they run." }),
});
