import { listRoutes } from "@/app/api/dashboard/list-routes";
import { payments } from "@/lib/activity/lists/payments/list";
import { withoutPeopleInData } from "@/lib/facts/users/personal";

export const paymentsRoutes = listRoutes("/projects/:project/payments", payments, {
  action: "activity.read",
  mask: withoutPeopleInData,
});
