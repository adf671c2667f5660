/** Every endpoint that needs no session, except the one that describes them all. */
import * as caddyAsk from "@/app/api/caddy/ask/route";
import * as adRevenueCallback from "@/app/api/callbacks/ad-revenue/[key]/route";
import * as attributionData from "@/app/api/client/attribution-data/route";
import * as batch from "@/app/api/client/batch/route";
import * as captureAdRevenue from "@/app/api/client/capture-ad-revenue/route";
import * as captureEvent from "@/app/api/client/capture-event/route";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as customerUserId from "@/app/api/client/customer-user-id/route";
import * as deeplinkTriggered from "@/app/api/client/deeplink-triggered/route";
import * as handleDeeplink from "@/app/api/client/handle-deeplink/route";
import * as init from "@/app/api/client/init/route";
import * as integrations from "@/app/api/client/integrations/route";
import * as removeCapturedPayment from "@/app/api/client/remove-captured-payment/route";
import * as setConsent from "@/app/api/client/set-consent/route";
import * as setUserData from "@/app/api/client/set-user-data/route";
import * as trigger from "@/app/api/client/trigger/route";
import * as updatePushToken from "@/app/api/client/update-push-token/route";
import * as cronAttribute from "@/app/api/cron/attribute/route";
import * as cronSpend from "@/app/api/cron/spend/route";
import * as cronUpkeep from "@/app/api/cron/upkeep/route";
import * as healthLive from "@/app/api/health/live/route";
import * as healthReady from "@/app/api/health/ready/route";
import * as health from "@/app/api/health/route";
import * as metrics from "@/app/api/metrics/route";
import * as purchaseNotice from "@/app/api/purchases/[project]/[source]/[secret]/route";
import * as share from "@/app/api/share/[token]/route";
import * as serverAdRevenue from "@/app/api/v1/ad-revenue/route";
import * as attributedUsers from "@/app/api/v1/attributed-users/route";
import * as audienceMembers from "@/app/api/v1/audiences/[id]/members/route";
import * as audience from "@/app/api/v1/audiences/[id]/route";
import * as runAudience from "@/app/api/v1/audiences/[id]/run/route";
import * as audienceCount from "@/app/api/v1/audiences/count/route";
import * as audiences from "@/app/api/v1/audiences/route";
import * as campaign from "@/app/api/v1/campaigns/[display_id]/route";
import * as campaigns from "@/app/api/v1/campaigns/route";
import * as consent from "@/app/api/v1/consent/route";
import * as createCampaign from "@/app/api/v1/create-campaign/route";
import * as deliveries from "@/app/api/v1/deliveries/route";
import * as serverEvents from "@/app/api/v1/events/route";
import * as evidence from "@/app/api/v1/evidence/route";
import * as exchangeRates from "@/app/api/v1/exchange-rates/route";
import * as attributionResult from "@/app/api/v1/get-attribution-result/route";
import * as incrementalityResult from "@/app/api/v1/incrementality/[id]/result/route";
import * as incrementalityTest from "@/app/api/v1/incrementality/[id]/route";
import * as incrementalityPlan from "@/app/api/v1/incrementality/plan/route";
import * as incrementality from "@/app/api/v1/incrementality/route";
import * as network from "@/app/api/v1/networks/[code]/route";
import * as v1Networks from "@/app/api/v1/networks/route";
import * as serverPayments from "@/app/api/v1/payments/route";
import * as raw from "@/app/api/v1/raw/[dataset]/route";
import * as rawSchema from "@/app/api/v1/raw/[dataset]/schema/route";
import * as reporting from "@/app/api/v1/reporting/campaigns/route";
import * as cohorts from "@/app/api/v1/reporting/cohorts/route";
import * as mixModelFile from "@/app/api/v1/reporting/mix-model/file/route";
import * as mixModel from "@/app/api/v1/reporting/mix-model/route";
import * as spend from "@/app/api/v1/spend/route";
import * as webEvent from "@/app/api/web/event/route";
import type { Endpoint } from "@/lib/platform/http/endpoint";

/** In the order of the API reference. */
export const described: Endpoint[] = [
  init,
  attributionData,
  handleDeeplink,
  deeplinkTriggered,
  trigger,
  customerUserId,
  setUserData,
  setConsent,
  integrations,
  updatePushToken,
  captureEvent,
  capturePayment,
  removeCapturedPayment,
  captureAdRevenue,
  purchaseNotice,
  batch,
  webEvent,
  campaigns,
  createCampaign,
  campaign,
  v1Networks,
  network,
  attributedUsers,
  attributionResult,
  evidence,
  consent,
  serverEvents,
  serverPayments,
  serverAdRevenue,
  adRevenueCallback,
  reporting,
  cohorts,
  mixModel,
  mixModelFile,
  incrementality,
  incrementalityPlan,
  incrementalityTest,
  incrementalityResult,
  deliveries,
  audiences,
  audienceCount,
  audience,
  runAudience,
  audienceMembers,
  raw,
  rawSchema,
  spend,
  exchangeRates,
  health,
  healthLive,
  healthReady,
  metrics,
  cronAttribute,
  cronSpend,
  cronUpkeep,
  caddyAsk,
  share,
].map((module) => module.GET.endpoint);
