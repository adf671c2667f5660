import { Refusal } from "@/lib/base/refusal";
import { type ListEnd, listCampaigns } from "@/lib/campaigns/list";
import { rawLinkParameter } from "@/lib/campaigns/rules";
import { campaignList, listQuery } from "@/lib/campaigns/schema";
import { campaignWriteRoute, dataRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok, type Reply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { PageCursors } from "@/lib/platform/page-cursors/page-cursors";
import { SingleFlight } from "@/lib/platform/single-flight";

const parameters = Object.keys(listQuery.shape);
const pageCursors = new PageCursors<ListEnd>({
  list: "campaigns",
  read: (stored) => ({
    createdAt: new Date(String(stored.createdAt)),
    id: Number(stored.id),
    given: Number(stored.given),
  }),
});
const pages = new SingleFlight<{ reply: Reply; end: ListEnd | null }>();

const get = defineRoute(dataRoute, {
  summary: "List campaigns",
  description:
    "Newest first. Read page after page and you get each campaign exactly once, even if others are created or deleted meanwhile.",
  tag: "Campaigns",
  contract: true,
  query: listQuery,
  exampleQuery: { filter: "ACTIVE", limit: "50" },
  answers: {
    200: {
      description: "`msg` says how many campaigns were retrieved, and which page of how many.",
      data: campaignList,
    },
    400: {
      msg: [
        "Invalid request parameters.",
        "Invalid domain 'example.org'. Domain not found for this project.",
        "Invalid channel 'nobody'. Channel not found.",
      ],
    },
    422: {
      msg: [
        "Invalid page number '0'. Page must be a positive integer.",
        "Invalid limit '0'. Limit must be between 1 and 1000.",
        "Limit 5000 exceeds maximum allowed value of 1000.",
      ],
    },
  },
  async handle({ caller, call, query }) {
    const { project, keyId } = caller;
    const filter = {
      ...query,
      link: query.link && (rawLinkParameter(call.rawQuery, parameters) ?? query.link),
    };
    const { page, ...question } = filter;
    const reader = JSON.stringify([keyId, question]);
    const behind = await pageCursors.before(reader, page);
    const { reply, end } = await pages.read(JSON.stringify([project.id, filter, behind]), async () => {
      const { msg, data, end } = await listCampaigns(project, filter, behind);
      const { body, ...head } = ok(msg, data);
      // Encoded once for all callers who share the response.
      return { reply: { ...head, body: Buffer.from(body ?? "") }, end };
    });
    if (end) await pageCursors.ended(reader, page, end);
    return { ...reply, headers: { ...reply.headers } };
  },
});

const withoutId = defineRoute(campaignWriteRoute, {
  summary: "Reject an edit or deletion without a display ID",
  unlisted: true,
  tag: "Campaigns",
  contract: true,
  answers: { 400: { msg: "Campaign display ID is required!" } },
  handle() {
    throw new Refusal("display_id_missing", "Campaign display ID is required!");
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/campaigns", {
  GET: get,
  PATCH: withoutId,
  PUT: withoutId,
  DELETE: withoutId,
});
