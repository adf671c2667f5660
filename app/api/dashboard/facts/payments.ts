import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { paymentsList } from "@/lib/activity/lists/payments/list";
import { withoutPeopleInData } from "@/lib/facts/users/personal";

export const paymentsRoutes = listRoutes("/projects/:project/payments", paymentsList, {
  action: "activity.read",
  mask: withoutPeopleInData,
});
