import { listRoutes } from "@/app/api/dashboard/list-routes";
import { signUps } from "@/lib/reporting/lists/users/list";

export const signUpsRoutes = listRoutes("/projects/:project/sign-ups", signUps, {
  action: "activity.read",
  description: "Each user once, when the app identified him for the first time.",
});
