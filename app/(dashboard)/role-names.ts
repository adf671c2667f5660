import type { Role } from "@/lib/accounts/access/roles";

export const roleNames: Record<Role, string> = {
  owner: "Owner",
  admin: "Admin",
  marketer: "Marketer",
  viewer: "Viewer",
};

export const roleMeanings: Record<Role, string> = {
  owner: "Everything, billing state and other owners included",
  admin: "Keys, members, domains and settings, and all a marketer does",
  marketer: "Campaigns, reports and store listings",
  viewer: "Sees campaigns, installs and figures, changes nothing",
};
