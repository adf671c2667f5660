import { listRoutes } from "@/app/api/dashboard/list-routes";
import { withoutPeopleInData } from "@/lib/facts/users/personal";
import { payments } from "@/lib/reporting/lists/payments/list";

export const paymentsRoutes = listRoutes("/projects/:project/payments", payments, {
  action: "activity.read",
  mask: withoutPeopleInData,
});
