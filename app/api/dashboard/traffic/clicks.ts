import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { clicksList } from "@/lib/activity/lists/clicks/list";

export const clicksRoutes = listRoutes("/projects/:project/clicks", clicksList, { action: "activity.read" });
