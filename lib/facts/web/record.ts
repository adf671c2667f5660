import { refuseErased } from "@/lib/accounts/erased/erased";
import { isUuid, newId, type ProjectId } from "@/lib/base/ids";
import { eventAge } from "@/lib/facts/app-calls/event-time";
import { storeWebEvents, type WebEventRow } from "@/lib/facts/web/queries";
import { visitOrigin } from "@/lib/facts/web/rules";
import type { WebEvent } from "@/lib/facts/web/schema";
import { addressKey } from "@/lib/platform/address-key";
import { Batcher } from "@/lib/platform/batch";
import { isPrefetch } from "@/lib/platform/bots";
import { describeAgent } from "@/lib/platform/user-agent";
import { countryIn, countryOf } from "@/lib/traffic/ip-lists/country";

const batch = new Batcher<WebEventRow, undefined>({
  name: "web-events",
  run: storeWebEvents,
  // The first visit determines the visitor's campaign, so a second call waits for it.
  keyOf: ({ project_id, web_id }) => `${project_id} ${web_id}`,
});

type From = { header(name: string): string | null; address: string; now: Date };

/** Stores a website visitor's event. Returns after the commit. Only the country of the address is stored. */
export async function recordWebEvent(projectId: ProjectId, sent: WebEvent, from: From): Promise<void> {
  const { now } = from;
  await refuseErased(projectId, { user: sent.user_id, web: sent.web_id });
  const agent = describeAgent({
    userAgent: (from.header("user-agent") ?? "").slice(0, 1024),
    platform: from.header("sec-ch-ua-platform"),
    platformVersion: from.header("sec-ch-ua-platform-version"),
    model: from.header("sec-ch-ua-model"),
  });
  const age = sent.timestamp ? eventAge({ timestamp: sent.timestamp, sentAt: sent.sent_at ?? null }, now) : 0;
  const at = new Date(now.getTime() - age);
  const origin = visitOrigin(sent.last ?? sent.first);
  const first = visitOrigin(sent.first ?? sent.last);
  await batch.add({
    project_id: projectId,
    id: newId(at),
    at,
    web_id: sent.web_id,
    event_id: sent.event_id,
    kind: sent.type,
    name: sent.type === "event" ? (sent.name ?? null) : null,
    user_id: sent.user_id ?? null,
    page: sent.page,
    first_touch: sent.first ?? sent.last,
    last_touch: sent.last ?? sent.first,
    platform: agent.platform,
    country: countryIn(from) ?? (await countryOf(from.address, addressKey(from.address))),
    not_counted: isPrefetch(from.header) ? "prefetch" : agent.automaton,
    ...named("", origin),
    ...named("first_", first),
    tc_string: sent.tc_string ?? null,
    gpp_string: sent.gpp_string ?? null,
    data: sent.data ?? {},
  });
}

const named = <Prefix extends "" | "first_">(prefix: Prefix, origin: ReturnType<typeof visitOrigin>) =>
  ({
    [`${prefix}click_id`]: origin.clickId !== null && isUuid(origin.clickId) ? origin.clickId : null,
    [`${prefix}display_id`]: origin.displayId,
    [`${prefix}network`]: origin.network,
    [`${prefix}network_campaign_id`]: origin.networkCampaignId,
    [`${prefix}source`]: origin.source,
  }) as { [Name in keyof OriginColumns as `${Prefix}${Name}`]: OriginColumns[Name] };

type OriginColumns = Pick<
  WebEventRow,
  "click_id" | "display_id" | "network" | "network_campaign_id" | "source"
>;
