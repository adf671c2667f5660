/** Every route of the dashboard, with a table for each resource. */

import { auditRoutes } from "@/app/api/dashboard/accounts/audit";
import { meRoutes } from "@/app/api/dashboard/accounts/me";
import { membersRoutes } from "@/app/api/dashboard/accounts/members";
import { serverKeysRoutes } from "@/app/api/dashboard/accounts/server-keys";
import { setupRoutes } from "@/app/api/dashboard/accounts/setup";
import { signingRoutes } from "@/app/api/dashboard/accounts/signing";
import { liveRoutes } from "@/app/api/dashboard/activity/live";
import { searchRoutes } from "@/app/api/dashboard/activity/search";
import { sharesRoutes } from "@/app/api/dashboard/activity/shares";
import { alertsRoutes } from "@/app/api/dashboard/alerts/alerts";
import { reportScheduleRoutes } from "@/app/api/dashboard/alerts/report-schedules";
import { applePostbacksRoutes } from "@/app/api/dashboard/apple/apple-postbacks";
import { blocksRoutes } from "@/app/api/dashboard/attribution/blocks";
import { attributionRulesRoutes } from "@/app/api/dashboard/attribution/rules";
import { affiliatesRoutes } from "@/app/api/dashboard/campaigns/affiliates";
import { campaignFiguresRoutes } from "@/app/api/dashboard/campaigns/campaign-figures";
import { campaignTemplatesRoutes } from "@/app/api/dashboard/campaigns/campaign-templates";
import { campaignsRoutes } from "@/app/api/dashboard/campaigns/campaigns";
import { networksRoutes } from "@/app/api/dashboard/campaigns/networks";
import { storeListingsRoutes } from "@/app/api/dashboard/campaigns/store-listings";
import { fileExportsRoutes } from "@/app/api/dashboard/data/file-exports";
import { queriesRoutes } from "@/app/api/dashboard/data/sql";
import { adRevenueRoutes } from "@/app/api/dashboard/facts/ad-revenue";
import { consentRoutes } from "@/app/api/dashboard/facts/consent";
import { conversionsRoutes } from "@/app/api/dashboard/facts/conversions";
import { debugRoutes } from "@/app/api/dashboard/facts/debug";
import { eventsRoutes } from "@/app/api/dashboard/facts/events";
import { installsRoutes } from "@/app/api/dashboard/facts/installs";
import { paymentsRoutes } from "@/app/api/dashboard/facts/payments";
import { purchasesRoutes } from "@/app/api/dashboard/facts/purchases";
import { signUpsRoutes } from "@/app/api/dashboard/facts/sign-ups";
import { uninstallsRoutes } from "@/app/api/dashboard/facts/uninstalls";
import { webToAppRoutes } from "@/app/api/dashboard/facts/web-to-app";
import { audiencesRoutes } from "@/app/api/dashboard/outbound/audiences";
import { destinationsRoutes } from "@/app/api/dashboard/outbound/destinations";
import { featuresRoutes } from "@/app/api/dashboard/projects/features";
import { metaKeyRoutes } from "@/app/api/dashboard/projects/meta-key";
import { privacyRoutes } from "@/app/api/dashboard/projects/privacy";
import { projectsRoutes } from "@/app/api/dashboard/projects/projects";
import { siteRoutes } from "@/app/api/dashboard/projects/site";
import { testDevicesRoutes } from "@/app/api/dashboard/projects/test-devices";
import { annotationsRoutes } from "@/app/api/dashboard/reporting/annotations";
import { cohortsRoutes } from "@/app/api/dashboard/reporting/cohorts";
import { discrepanciesRoutes } from "@/app/api/dashboard/reporting/discrepancies";
import { incrementalityRoutes } from "@/app/api/dashboard/reporting/incrementality";
import { mixModelRoutes } from "@/app/api/dashboard/reporting/mix-model";
import { overviewRoutes } from "@/app/api/dashboard/reporting/overview";
import { reportRoutes } from "@/app/api/dashboard/reporting/report";
import { budgetsRoutes } from "@/app/api/dashboard/spend/budgets";
import { networkAccountsRoutes } from "@/app/api/dashboard/spend/network-accounts";
import { spendRoutes } from "@/app/api/dashboard/spend/spend";
import { spendPullsRoutes } from "@/app/api/dashboard/spend/spend-pulls";
import { spendRatesRoutes } from "@/app/api/dashboard/spend/spend-rates";
import { spendUploadsRoutes } from "@/app/api/dashboard/spend/spend-uploads";
import { clicksRoutes } from "@/app/api/dashboard/traffic/clicks";
import { domainsRoutes } from "@/app/api/dashboard/traffic/domains";
import { linksRoutes } from "@/app/api/dashboard/traffic/links";

export const dashboardRoutes = {
  ...affiliatesRoutes,
  ...campaignTemplatesRoutes,
  ...alertsRoutes,
  ...annotationsRoutes,
  ...applePostbacksRoutes,
  ...auditRoutes,
  ...blocksRoutes,
  ...budgetsRoutes,
  ...campaignFiguresRoutes,
  ...campaignsRoutes,
  ...clicksRoutes,
  ...cohortsRoutes,
  ...consentRoutes,
  ...conversionsRoutes,
  ...debugRoutes,
  ...audiencesRoutes,
  ...destinationsRoutes,
  ...discrepanciesRoutes,
  ...domainsRoutes,
  ...eventsRoutes,
  ...featuresRoutes,
  ...incrementalityRoutes,
  ...installsRoutes,
  ...linksRoutes,
  ...liveRoutes,
  ...meRoutes,
  ...membersRoutes,
  ...metaKeyRoutes,
  ...mixModelRoutes,
  ...networkAccountsRoutes,
  ...networksRoutes,
  ...overviewRoutes,
  ...adRevenueRoutes,
  ...paymentsRoutes,
  ...privacyRoutes,
  ...projectsRoutes,
  ...reportRoutes,
  ...reportScheduleRoutes,
  ...attributionRulesRoutes,
  ...searchRoutes,
  ...serverKeysRoutes,
  ...setupRoutes,
  ...sharesRoutes,
  ...signUpsRoutes,
  ...signingRoutes,
  ...siteRoutes,
  ...fileExportsRoutes,
  ...spendRoutes,
  ...spendPullsRoutes,
  ...spendRatesRoutes,
  ...spendUploadsRoutes,
  ...storeListingsRoutes,
  ...testDevicesRoutes,
  ...uninstallsRoutes,
  ...purchasesRoutes,
  ...queriesRoutes,
  ...webToAppRoutes,
};

export type DashboardRoutes = typeof dashboardRoutes;
