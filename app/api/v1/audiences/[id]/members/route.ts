import { refuseWithoutScope, scopeText, tableRoute } from "@/lib/gateway/routes";
import { audienceMembersQuery, listAudienceMembers } from "@/lib/outbound/audiences/manage/members";
import { audienceMemberList, audienceParams } from "@/lib/outbound/audiences/schema";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(tableRoute, {
  summary: "List the members of an audience",
  description:
    "The people that the receiver has, with the IDs in the receiver's form. The key needs the permission “Personal data”.",
  tag: "Audiences",
  params: audienceParams,
  query: audienceMembersQuery,
  exampleQuery: { limit: "1000" },
  answers: {
    200: { msg: "Members.", data: audienceMemberList },
    403: { msg: [scopeText("personal")] },
    404: { msg: "Not found." },
    422: { description: "The limit is not valid." },
  },
  async handle({ caller, params: { id }, query }) {
    refuseWithoutScope(caller, "personal");
    return ok("Members.", await listAudienceMembers(caller.project, id, query));
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/audiences/:id/members", {
  GET: get,
});
