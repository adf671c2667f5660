import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { adRevenueList } from "@/lib/activity/lists/ad-revenue/list";

export const adRevenueRoutes = listRoutes("/projects/:project/ad-revenue", adRevenueList, {
  action: "activity.read",
});
