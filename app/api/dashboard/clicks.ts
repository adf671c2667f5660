import { listRoutes } from "@/app/api/dashboard/list-routes";
import { clicksList } from "@/lib/activity/lists/clicks/list";

export const clicksRoutes = listRoutes("/projects/:project/clicks", clicksList, { action: "activity.read" });
