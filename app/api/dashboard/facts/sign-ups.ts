import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { signUpsList } from "@/lib/activity/lists/users/list";

export const signUpsRoutes = listRoutes("/projects/:project/sign-ups", signUpsList, {
  action: "activity.read",
  description: "The first user of each install, when the app identified them for the first time.",
});
