/** Every route of the dashboard, with a table for each resource. */
import { affiliatesRoutes } from "@/app/api/dashboard/affiliates";
import { alertsRoutes } from "@/app/api/dashboard/alerts";
import { annotationsRoutes } from "@/app/api/dashboard/annotations";
import { applePostbacksRoutes } from "@/app/api/dashboard/apple-postbacks";
import { auditRoutes } from "@/app/api/dashboard/audit";
import { campaignFiguresRoutes } from "@/app/api/dashboard/campaign-figures";
import { campaignTemplatesRoutes } from "@/app/api/dashboard/campaign-templates";
import { campaignsRoutes } from "@/app/api/dashboard/campaigns";
import { clicksRoutes } from "@/app/api/dashboard/clicks";
import { consentRoutes } from "@/app/api/dashboard/consent";
import { conversionsRoutes } from "@/app/api/dashboard/conversions";
import { debugRoutes } from "@/app/api/dashboard/debug";
import { destinationsRoutes } from "@/app/api/dashboard/destinations";
import { discrepanciesRoutes } from "@/app/api/dashboard/discrepancies";
import { domainsRoutes } from "@/app/api/dashboard/domains";
import { eventsRoutes } from "@/app/api/dashboard/events";
import { installsRoutes } from "@/app/api/dashboard/installs";
import { linksRoutes } from "@/app/api/dashboard/links";
import { liveRoutes } from "@/app/api/dashboard/live";
import { meRoutes } from "@/app/api/dashboard/me";
import { membersRoutes } from "@/app/api/dashboard/members";
import { metaKeyRoutes } from "@/app/api/dashboard/meta-key";
import { networkAccountsRoutes } from "@/app/api/dashboard/network-accounts";
import { overviewRoutes } from "@/app/api/dashboard/overview";
import { paymentsRoutes } from "@/app/api/dashboard/payments";
import { privacyRoutes } from "@/app/api/dashboard/privacy";
import { projectsRoutes } from "@/app/api/dashboard/projects";
import { reportRoutes } from "@/app/api/dashboard/report";
import { reportScheduleRoutes } from "@/app/api/dashboard/report-schedules";
import { rulesRoutes } from "@/app/api/dashboard/rules";
import { searchRoutes } from "@/app/api/dashboard/search";
import { serverKeysRoutes } from "@/app/api/dashboard/server-keys";
import { setupRoutes } from "@/app/api/dashboard/setup";
import { sharesRoutes } from "@/app/api/dashboard/shares";
import { signUpsRoutes } from "@/app/api/dashboard/sign-ups";
import { signingRoutes } from "@/app/api/dashboard/signing";
import { siteRoutes } from "@/app/api/dashboard/site";
import { spendRoutes } from "@/app/api/dashboard/spend";
import { spendPullsRoutes } from "@/app/api/dashboard/spend-pulls";
import { spendRatesRoutes } from "@/app/api/dashboard/spend-rates";
import { spendUploadsRoutes } from "@/app/api/dashboard/spend-uploads";
import { storeListingsRoutes } from "@/app/api/dashboard/store-listings";
import { testDevicesRoutes } from "@/app/api/dashboard/test-devices";
import { uninstallsRoutes } from "@/app/api/dashboard/uninstalls";
import { webToAppRoutes } from "@/app/api/dashboard/web-to-app";

export const dashboardRoutes = {
  ...affiliatesRoutes,
  ...campaignTemplatesRoutes,
  ...alertsRoutes,
  ...annotationsRoutes,
  ...applePostbacksRoutes,
  ...auditRoutes,
  ...campaignFiguresRoutes,
  ...campaignsRoutes,
  ...clicksRoutes,
  ...consentRoutes,
  ...conversionsRoutes,
  ...debugRoutes,
  ...destinationsRoutes,
  ...discrepanciesRoutes,
  ...domainsRoutes,
  ...eventsRoutes,
  ...installsRoutes,
  ...linksRoutes,
  ...liveRoutes,
  ...meRoutes,
  ...membersRoutes,
  ...metaKeyRoutes,
  ...networkAccountsRoutes,
  ...overviewRoutes,
  ...paymentsRoutes,
  ...privacyRoutes,
  ...projectsRoutes,
  ...reportRoutes,
  ...reportScheduleRoutes,
  ...rulesRoutes,
  ...searchRoutes,
  ...serverKeysRoutes,
  ...setupRoutes,
  ...sharesRoutes,
  ...signUpsRoutes,
  ...signingRoutes,
  ...siteRoutes,
  ...spendRoutes,
  ...spendPullsRoutes,
  ...spendRatesRoutes,
  ...spendUploadsRoutes,
  ...storeListingsRoutes,
  ...testDevicesRoutes,
  ...uninstallsRoutes,
  ...webToAppRoutes,
};

export type DashboardRoutes = typeof dashboardRoutes;
