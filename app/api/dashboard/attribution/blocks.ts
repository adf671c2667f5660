import { actorOf } from "@/lib/accounts/audit/actor";
import {
  addBlockEntry,
  addBlockSheet,
  endEntry,
  previewBlockSheet,
  removeEntry,
  showBlockList,
} from "@/lib/attribution/blocks/blocks";
import {
  blockInput,
  blockList,
  blockListQuery,
  blockSheetAdded,
  blockSheetInput,
  blockSheetPreview,
  oneBlockEntry,
} from "@/lib/attribution/blocks/schema";
import { idParams, removedById } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const blocksRoutes = {
  "/projects/:project/blocks": {
    GET: defineRoute(projectRoute("blocks.read"), {
      summary: "List the block list, newest first",
      tag: "Rules",
      query: blockListQuery,
      answers: { 200: { msg: "Block list.", data: blockList } },
      handle: async ({ caller, query }) => ok("Block list.", await showBlockList(caller.project, query.kind)),
    }),
    POST: defineRoute(projectRoute("blocks.write"), {
      summary: "Add an entry to the block list",
      description: "It applies to installs from its start on. Decided installs keep their decision.",
      tag: "Rules",
      body: blockInput,
      answers: {
        201: { msg: "Added.", data: oneBlockEntry },
        409: { description: "The list has this entry already, or is full." },
      },
      async handle({ caller, body, call }) {
        const made = { by: actorOf(caller.member), now: call.now };
        return createdReply("Added.", await addBlockEntry(caller.project, body, made));
      },
    }),
  },
  "/projects/:project/blocks/sheet/preview": {
    POST: defineRoute(projectRoute("blocks.write"), {
      summary: "Preview the entries of a sheet",
      tag: "Rules",
      body: blockSheetInput,
      answers: { 200: { msg: "Preview.", data: blockSheetPreview } },
      handle: async ({ caller, body, call }) =>
        ok("Preview.", await previewBlockSheet(caller.project, body.text, call.now)),
    }),
  },
  "/projects/:project/blocks/sheet": {
    POST: defineRoute(projectRoute("blocks.write"), {
      summary: "Add all entries of a sheet, or none",
      tag: "Rules",
      body: blockSheetInput,
      answers: { 201: { msg: "Added.", data: blockSheetAdded }, 409: { description: "The list is full." } },
      async handle({ caller, body, call }) {
        const made = { by: actorOf(caller.member), now: call.now };
        return createdReply("Added.", await addBlockSheet(caller.project, body.text, made));
      },
    }),
  },
  "/projects/:project/blocks/:id/end": {
    POST: defineRoute(projectRoute("blocks.write"), {
      summary: "End an entry; installs from before keep it",
      tag: "Rules",
      params: idParams("id"),
      answers: { 200: { msg: "Ended.", data: oneBlockEntry }, 404: { msg: "Not found." } },
      async handle({ caller, params, call }) {
        const made = { by: actorOf(caller.member), now: call.now };
        return ok("Ended.", await endEntry(caller.project, params.id, made));
      },
    }),
  },
  "/projects/:project/blocks/:id": {
    DELETE: defineRoute(projectRoute("blocks.write"), {
      summary: "Delete an entry",
      description: "Decisions keep it in their reason until the installs are attributed again.",
      tag: "Rules",
      params: idParams("id"),
      answers: { 200: { msg: "Deleted.", data: removedById }, 404: { msg: "Not found." } },
      handle: async ({ caller, params }) =>
        ok("Deleted.", await removeEntry(caller.project, params.id, actorOf(caller.member))),
    }),
  },
};
