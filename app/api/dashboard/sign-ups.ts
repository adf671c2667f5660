import { countedListRoutes } from "@/app/api/dashboard/list-routes";
import { signUps } from "@/lib/reporting/lists/users/list";

export const signUpsRoutes = countedListRoutes("/projects/:project/sign-ups", signUps, {
  action: "activity.read",
  description: "Each user once, when the app identified him for the first time.",
  totals: { summary: "How many sign-ups match", description: "Of the newest 100,000 of them." },
});
