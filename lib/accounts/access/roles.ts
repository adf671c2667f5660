/** The roles of members in an account, least first. Each role includes the permissions of all roles before it. */
export const roles = ["viewer", "marketer", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** The roles that a member can have in one project alone. An owner's extra permissions concern the account. */
export const projectRoles = ["viewer", "marketer", "admin"] as const satisfies readonly Role[];
export type ProjectRole = (typeof projectRoles)[number];

/** A role in the whole account, or `projects`: roles in some of its projects, and none in the account. */
export type Access = Role | "projects";

/** The least role for each action of a session in an account or in one of its projects. */
export const minRole = {
  "account.read": "viewer",
  "members.read": "viewer",
  "members.write": "admin",
  "projects.create": "admin",
  "projects.restore": "owner",
  "audit.read": "admin",

  "project.read": "viewer",
  "project.write": "admin",
  "project.archive": "admin",
  "project.delete": "owner",
  "tokens.write": "admin",
  "server-keys.read": "viewer",
  "server-keys.write": "admin",
  "signing.read": "viewer",
  "signing.write": "admin",
  "domains.read": "viewer",
  "domains.write": "admin",
  "limits.read": "viewer",
  "limits.write": "admin",
  "billing.write": "owner",
  "retention.read": "viewer",
  "retention.write": "owner",
  "network-accounts.read": "viewer",
  "network-accounts.write": "admin",
  "store-listings.read": "viewer",
  "store-listings.write": "marketer",
  "affiliates.read": "viewer",
  "affiliates.write": "marketer",
  "networks.read": "viewer",
  "networks.write": "marketer",
  "network-keys.read": "admin",
  "network-keys.write": "admin",
  "campaigns.read": "viewer",
  "campaigns.write": "marketer",
  "users.read": "viewer",
  "reports.read": "viewer",
  "views.write": "viewer",
  "views.share": "marketer",
  "views.remove": "admin",
  "shares.write": "marketer",
  "annotations.write": "marketer",
  "incrementality.write": "marketer",
  "queries.run": "marketer",
  "alerts.read": "viewer",
  "alerts.write": "marketer",
  "spend.read": "viewer",
  "spend.write": "marketer",
  "installs.read": "viewer",
  "installs.write": "admin",
  "rules.read": "viewer",
  "rules.try": "marketer",
  "rules.write": "admin",
  "blocks.read": "viewer",
  "blocks.write": "marketer",
  "consent.read": "viewer",
  "consent.write": "admin",
  "conversions.read": "viewer",
  "conversions.write": "admin",
  "devices.read": "admin",
  "activity.read": "viewer",
  "rejections.read": "admin",
  "destinations.read": "marketer",
  "destinations.write": "admin",
  "audiences.read": "marketer",
  "audiences.write": "admin",
  "files.read": "marketer",
  "files.write": "admin",
  /** Name, email, phone and details of users, and deliveries with them. */
  "people.read": "admin",
  /** One person's data, and exports with names, emails and phones. */
  "people.export": "admin",
  "people.erase": "admin",
} as const satisfies Record<string, Role>;

export type MemberAction = keyof typeof minRole;

const rank = (role: Role) => roles.indexOf(role);

export const may = (role: Role, action: MemberAction) => rank(role) >= rank(minRole[action]);

/** Members cannot grant or remove a role above their own. */
export const mayGrant = (by: Role, role: Role) => may(by, "members.write") && rank(by) >= rank(role);

const grantable = (by: Role) => roles.filter((role) => mayGrant(by, role));

/** Members who manage members can also assign roles in projects, because no project role is above admin. */
export const grantableAccess = (by: Role): Access[] => [
  ...grantable(by),
  ...(may(by, "members.write") ? (["projects"] as const) : []),
];
