import {
  Activity,
  Apple,
  ChartNoAxesColumn,
  Code,
  Globe,
  History,
  Home,
  type LucideIcon,
  Megaphone,
  Scale,
  Send,
  Settings,
  UsersRound,
  Wallet,
} from "lucide-react";
import { type MemberAction, may, type Role } from "@/lib/accounts/access/roles";
import { t } from "@/lib/base/languages/texts";
import { reportScreen } from "./report-screens";
import * as screens from "./screens";
import { settingsGroups } from "./settings-sections";

type Screen = screens.Screen;

export type NavEntry = Omit<Screen, "path" | "screens"> & {
  href: string;
  /** Only entries of the sidebar have one. */
  icon?: LucideIcon;
  children?: readonly NavEntry[];
};
export type NavGroup = { label?: string; entries: readonly NavEntry[] };

/** The sidebar's screens of a project, in their order. */
const sidebar: readonly (readonly [Screen, LucideIcon])[] = [
  [{ label: t("Overview"), path: "", about: t("Dashboard, figures, funnel, countries") }, Home],
  [reportScreen, ChartNoAxesColumn],
  [screens.campaignsScreen, Megaphone],
  [screens.spendScreen, Wallet],
  [screens.activityScreen, Activity],
  [screens.webToAppScreen, Globe],
  [screens.iosScreen, Apple],
  [screens.attributionScreen, Scale],
  [screens.destinationsScreen, Send],
  [screens.developersScreen, Code],
  [
    {
      label: t("Settings"),
      path: "/settings",
      screens: settingsGroups.flatMap(({ sections }) => sections.filter((section) => !section.isElsewhere)),
    },
    Settings,
  ],
];

/** All screens of a project: those of the sidebar, then others. */
export function projectNav(project: number): NavGroup[] {
  const entryOf = ({ path, screens: below, ...screen }: Screen): NavEntry => ({
    ...screen,
    href: `/p/${project}${path}`,
    ...(below ? { children: below.map(entryOf) } : {}),
  });
  return [
    { entries: sidebar.map(([screen, icon]) => ({ ...entryOf(screen), icon })) },
    {
      entries: [
        entryOf(screens.alertsScreen),
        { label: "API reference", href: "/docs", about: t("OpenAPI, endpoints") },
      ],
    },
  ];
}

export const accountNav: NavGroup = {
  label: t("Account"),
  entries: [
    { label: t("Members"), href: "/account/members", icon: UsersRound, about: t("Invite, roles, team") },
    {
      label: t("Account audit log"),
      href: "/account/audit",
      icon: History,
      title: t("Audit log of the account"),
      needs: "audit.read",
    },
  ],
};

/** Pages outside the sidebar's menus that need a name in the breadcrumbs. */
export const otherPages: readonly NavEntry[] = [
  { label: t("Profile"), href: "/account/profile", about: t("Name, password, theme, sessions") },
  { label: t("New project"), href: "/account/projects/new", needs: "projects.create" },
  {
    label: t("Deleted projects"),
    href: "/account/projects/deleted",
    about: t("Restore, undelete, trash"),
    needs: "projects.restore",
  },
];

/** A page about an account, which members of single projects cannot open. The profile is open to all. */
export const isAccountPage = (path: string) => path.startsWith("/account/") && path !== "/account/profile";

const isAllowed = (role: Role, needs: MemberAction | undefined) => needs === undefined || may(role, needs);

/** Removes the screens that the role may not see. */
export const navForRole = (groups: readonly NavGroup[], role: Role): NavGroup[] =>
  groups.map(({ entries, ...group }) => ({ ...group, entries: navEntriesForRole(entries, role) }));

export const navEntriesForRole = (entries: readonly NavEntry[], role: Role): NavEntry[] =>
  entries
    .filter(({ needs }) => isAllowed(role, needs))
    .map((entry) =>
      entry.children ? { ...entry, children: navEntriesForRole(entry.children, role) } : entry,
    );
