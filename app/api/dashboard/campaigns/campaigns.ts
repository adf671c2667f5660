import { z } from "zod";
import { actorOf } from "@/lib/accounts/audit/actor";
import { changedMeanwhile, idParams, removedById } from "@/lib/base/fields";
import { changeCampaign, changeCampaigns } from "@/lib/campaigns/change/change";
import { setDefaultLink } from "@/lib/campaigns/change/default";
import { removeCampaign } from "@/lib/campaigns/change/remove";
import { createCampaign } from "@/lib/campaigns/create/create";
import { displayIdTakenText } from "@/lib/campaigns/create-schema";
import { displayIdState } from "@/lib/campaigns/display-id";
import { sheetCreated, sheetInput, sheetPreview } from "@/lib/campaigns/sheet/schema";
import { createFromSheet, previewSheet } from "@/lib/campaigns/sheet/sheet";
import {
  bulkInput,
  bulkResult,
  campaignsChangedText,
  tooManyCampaignsText,
} from "@/lib/campaigns/table/bulk-schema";
import { listTags, showCampaign } from "@/lib/campaigns/table/list";
import {
  campaignChanges,
  campaignTable,
  displayIdAvailability,
  newCampaign,
  oneCampaign,
  tagList,
} from "@/lib/campaigns/table/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, csvResponse, ok, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { campaignListFile, campaignTablePage } from "@/lib/reporting/campaign/list";
import { campaignFileQuery, campaignListQuery } from "@/lib/reporting/campaign/list-schema";
import { destinationPreview, destinationPreviewInput, previewCampaign } from "@/lib/traffic/preview";

const params = idParams("campaign");

/** A thousand rows with long addresses fit. */
const maxSheetBytes = 1024 * 1024;

/** The maximum number of IDs fits. */
const maxBulkBytes = 256 * 1024;

export const campaignsRoutes = {
  "/projects/:project/campaigns": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "List campaigns with totals",
      tag: "Campaigns",
      query: campaignListQuery,
      answers: {
        200: { msg: "Campaigns.", data: campaignTable },
        422: { description: "page, limit or a date is not valid." },
      },
      handle: async ({ caller, query, call }) =>
        ok("Campaigns.", await campaignTablePage(caller.project, query, call.now)),
    }),
    POST: defineRoute(projectRoute("campaigns.write"), {
      summary: "Create a campaign",
      tag: "Campaigns",
      body: newCampaign,
      answers: { 201: { msg: "Campaign created.", data: oneCampaign }, 409: { msg: displayIdTakenText } },
      async handle({ caller, call, body }) {
        const by = actorOf(caller.member);
        const { id } = await createCampaign(caller.project, body, { by, now: call.now });
        return createdReply("Campaign created.", await showCampaign(caller.project, id));
      },
    }),
  },
  "/projects/:project/campaigns/:campaign": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "Get a campaign with its settings",
      tag: "Campaigns",
      params,
      answers: { 200: { msg: "Campaign.", data: oneCampaign } },
      handle: async ({ caller, params }) =>
        ok("Campaign.", await showCampaign(caller.project, params.campaign)),
    }),
    PATCH: defineRoute(projectRoute("campaigns.write"), {
      summary: "Change a campaign",
      description:
        "Absent fields stay unchanged; null clears a field. `store_listing_ids` replaces all listings.",
      tag: "Campaigns",
      params,
      body: campaignChanges,
      answers: { 200: { msg: "Saved.", data: oneCampaign }, 412: { msg: changedMeanwhile } },
      async handle({ caller, call, params, body }) {
        const by = actorOf(caller.member);
        return ok(
          "Saved.",
          await changeCampaign(caller.project, params.campaign, body, { by, now: call.now }),
        );
      },
    }),
    DELETE: defineRoute(projectRoute("campaigns.write"), {
      summary: "Delete a campaign",
      description: "Its figures are kept. Its display ID can be used again.",
      tag: "Campaigns",
      params,
      answers: { 200: { msg: "Campaign deleted.", data: removedById } },
      async handle({ caller, call, params }) {
        const id = params.campaign;
        await removeCampaign(caller.project, { id }, { by: actorOf(caller.member), now: call.now });
        return ok("Campaign deleted.", { id });
      },
    }),
  },
  "/projects/:project/campaigns/:campaign/default": {
    PUT: defineRoute(projectRoute("campaigns.write"), {
      summary: "Make a campaign the project's default link",
      description:
        "Links on the project's domains without a campaign, such as https://go.example.com/, use its destination and " +
        "count for it. It replaces the previous default link.",
      tag: "Campaigns",
      params,
      answers: { 200: { msg: "Saved.", data: oneCampaign } },
      handle: async ({ caller, params }) =>
        ok("Saved.", await setDefaultLink(caller.project, params.campaign, true, actorOf(caller.member))),
    }),
    DELETE: defineRoute(projectRoute("campaigns.write"), {
      summary: "Remove the project's default link",
      description: "Links without a campaign then redirect to the project's store listings and website.",
      tag: "Campaigns",
      params,
      answers: { 200: { msg: "Saved.", data: oneCampaign } },
      handle: async ({ caller, params }) =>
        ok("Saved.", await setDefaultLink(caller.project, params.campaign, false, actorOf(caller.member))),
    }),
  },
  "/projects/:project/campaigns/bulk": {
    POST: defineRoute(
      { ...projectRoute("campaigns.write"), bodyLimit: maxBulkBytes, deadlineMs: 60_000 },
      {
        summary: "Change, archive or delete several campaigns, or all that match",
        description:
          "Archiving pauses a campaign and hides it from the list; restored campaigns stay paused. Returns the number of changed campaigns.",
        tag: "Campaigns",
        body: bulkInput,
        answers: {
          200: { msg: "Done.", data: bulkResult },
          400: { msg: tooManyCampaignsText },
          409: { msg: campaignsChangedText },
        },
        async handle({ caller, call, body }) {
          const by = actorOf(caller.member);
          return ok("Done.", await changeCampaigns(caller.project, body, { by, now: call.now }));
        },
      },
    ),
  },
  "/projects/:project/campaigns/display-id": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "Check whether a display ID is available",
      tag: "Campaigns",
      query: z.object({ value: z.string().default("") }),
      answers: { 200: { msg: "Display ID.", data: displayIdAvailability } },
      handle: async ({ caller, query }) =>
        ok("Display ID.", await displayIdState(caller.project, query.value)),
    }),
  },
  "/projects/:project/campaigns/sheet": {
    POST: defineRoute(
      { ...projectRoute("campaigns.write"), bodyLimit: maxSheetBytes, deadlineMs: 60_000 },
      {
        summary: "Create campaigns from a sheet, if all rows are valid",
        tag: "Campaigns",
        body: sheetInput,
        answers: { 201: { msg: "Campaigns created.", data: sheetCreated } },
        async handle({ caller, call, body }) {
          const by = actorOf(caller.member);
          return createdReply(
            "Campaigns created.",
            await createFromSheet(caller.project, body, { by, now: call.now }),
          );
        },
      },
    ),
  },
  "/projects/:project/campaigns/sheet/preview": {
    POST: defineRoute(
      { ...projectRoute("campaigns.write"), bodyLimit: maxSheetBytes },
      {
        summary: "Preview creating campaigns from a sheet",
        tag: "Campaigns",
        body: sheetInput,
        answers: { 200: { msg: "Preview.", data: sheetPreview } },
        handle: async ({ caller, body, call }) =>
          ok("Preview.", await previewSheet(caller.project, body, call.now)),
      },
    ),
  },
  "/projects/:project/campaigns/tags": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "List tags with the number of campaigns",
      tag: "Campaigns",
      answers: { 200: { msg: "Tags.", data: tagList } },
      handle: async ({ caller }) => ok("Tags.", await listTags(caller.project)),
    }),
  },
  "/projects/:project/campaigns/export.csv": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "Export matching campaigns as CSV",
      tag: "Campaigns",
      query: campaignFileQuery,
      answers: { 200: csvResponse },
      async handle({ caller, query, call }) {
        const text = await campaignListFile(caller.project, query, call.now);
        return projectCsvReply(caller.project, "campaigns", text);
      },
    }),
  },
  "/projects/:project/campaigns/preview": {
    POST: defineRoute(projectRoute("campaigns.read"), {
      summary: "Preview the destinations of a campaign with these settings",
      tag: "Campaigns",
      body: destinationPreviewInput,
      answers: { 200: { msg: "Preview.", data: destinationPreview } },
      handle: async ({ caller, body }) => ok("Preview.", await previewCampaign(caller.project, body)),
    }),
  },
};
