import { listRoutes } from "@/app/api/dashboard/list-routes";
import { payments } from "@/lib/reporting/lists/payments/list";

export const paymentsRoutes = listRoutes("/projects/:project/payments", payments, {
  action: "activity.read",
});
