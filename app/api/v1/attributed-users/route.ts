import { attributedUsersRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { PageCursors } from "@/lib/platform/page-cursors/page-cursors";
import { listAttributedUsers, type UserEnd } from "@/lib/reporting/attributed-users/list";
import { attributedUserList, attributedUsersQuery } from "@/lib/reporting/attributed-users/schema";

const pageCursors = new PageCursors<UserEnd>({
  list: "attributed users",
  read: (stored) => ({
    attributedAt: new Date(String(stored.attributedAt)),
    userId: String(stored.userId),
    given: Number(stored.given),
  }),
});

const get = defineRoute(attributedUsersRoute, {
  summary: "List attributed users",
  description:
    "The identified users of a campaign, newest first. When clocks go back, both passes of the repeated hour count. A skipped local time uses the offset before the change.",
  tag: "Attribution",
  contract: true,
  query: attributedUsersQuery,
  exampleQuery: {
    display_id: "summer-sale",
    start_timestamp: "2026-06-01T00:00:00.000",
    timezone: "Europe/Berlin",
  },
  answers: {
    200: {
      description: "`msg` says how many users were retrieved, and which page of how many.",
      data: attributedUserList,
    },
    400: { msg: ["Invalid timezone format.", "Invalid timestamp format."] },
    404: { msg: "Resource not found." },
    422: {
      msg: [
        "Required parameter missing.",
        "Invalid page number '0'. Page must be a positive integer.",
        "Invalid limit '0'. Limit must be between 1 and 1000.",
        "Limit 5000 exceeds maximum allowed value of 1000.",
      ],
    },
  },
  async handle({ caller, query }) {
    const { page, ...question } = query;
    const reader = JSON.stringify([caller.keyId, question]);
    const behind = await pageCursors.before(reader, page);
    const { msg, data, end } = await listAttributedUsers(caller.project, query, behind);
    if (end) await pageCursors.ended(reader, page, end);
    return ok(msg, data);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/attributed-users", {
  GET: get,
});
