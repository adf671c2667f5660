import { listRoutes } from "@/app/api/dashboard/list-routes";
import { clicks } from "@/lib/activity/lists/clicks/list";

export const clicksRoutes = listRoutes("/projects/:project/clicks", clicks, { action: "activity.read" });
