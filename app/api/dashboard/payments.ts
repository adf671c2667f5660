import { countedListRoutes } from "@/app/api/dashboard/list-routes";
import { payments } from "@/lib/reporting/lists/payments/list";

export const paymentsRoutes = countedListRoutes("/projects/:project/payments", payments, {
  action: "activity.read",
  totals: {
    summary: "How many payments of a project match, and what they amount to",
    description: "Of the newest 100,000 that match.",
  },
});
