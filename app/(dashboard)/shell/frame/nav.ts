import {
  Activity,
  Apple,
  Bell,
  BookOpen,
  Bug,
  CalendarRange,
  ChartNoAxesColumn,
  Crosshair,
  Fingerprint,
  FlaskConical,
  GitCompareArrows,
  Globe,
  History,
  Home,
  KeyRound,
  type LucideIcon,
  Megaphone,
  Plug,
  Scale,
  Send,
  Settings,
  ShieldCheck,
  UsersRound,
  Wallet,
} from "lucide-react";
import { type Action, may, type Role } from "@/lib/accounts/access/roles";
import { activityScreens } from "./activity-screens";
import { skadnetworkScreens } from "./apple-screens";
import { debuggerScreens } from "./debugger-screens";
import { outboundScreens } from "./outbound-screens";
import { settingsGroups } from "./settings-sections";
import { spendScreens } from "./spend-screens";

export type NavEntry = {
  label: string;
  href: string;
  /** The tab's title, if the label alone is unclear. */
  title?: string;
  /** The tab's title on a page about one item. */
  one?: string;
  icon?: LucideIcon;
  /** Further search terms. */
  about?: string;
  /** The permission that the screen requires; undefined if every role may see it. */
  needs?: Action;
  children?: readonly NavEntry[];
};
export type NavGroup = { label?: string; entries: readonly NavEntry[] };

/** The screens of a project, in the order of the sidebar. */
export function projectNav(project: number): NavGroup[] {
  const base = `/p/${project}`;
  const below = <Screen extends { path: string }>(folder: string, screens: readonly Screen[]) =>
    screens.map(({ path, ...screen }) => ({ ...screen, href: `${base}${folder}${path}` }));
  return [
    {
      entries: [
        { label: "Overview", href: base, icon: Home, about: "Dashboard, figures, funnel, countries" },
        {
          label: "Report",
          href: `${base}/report`,
          icon: ChartNoAxesColumn,
          about: "ROAS, retention, cost per install, retargeting, saved views",
        },
        {
          label: "Cohorts",
          href: `${base}/cohorts`,
          icon: CalendarRange,
          about: "LTV, payback, ROAS by day 7, retention, install week",
        },
        {
          label: "Web to app",
          href: `${base}/web-to-app`,
          icon: Globe,
          about: "Website, visitors, store buttons, funnel, cairn.js",
          children: [
            {
              label: "Visitors",
              title: "Web visitors",
              href: `${base}/web-to-app/visitors`,
              about: "Website visits, utm_source, store clicks",
            },
          ],
        },
        {
          label: "Campaigns",
          href: `${base}/campaigns`,
          icon: Megaphone,
          one: "Campaign",
          children: [
            { label: "New campaign", href: `${base}/campaigns/new`, needs: "campaigns.write" },
            {
              label: "Create many campaigns",
              href: `${base}/campaigns/new-many`,
              about: "Bulk, CSV, spreadsheet, import",
              needs: "campaigns.write",
            },
          ],
        },
        {
          label: "Spend",
          href: `${base}/spend`,
          icon: Wallet,
          children: below(
            "/spend",
            spendScreens.filter(({ path }) => path !== ""),
          ),
        },
        {
          label: "Discrepancies",
          href: `${base}/discrepancies`,
          icon: GitCompareArrows,
          about: "Network installs against ours, claims, differences, restated",
          children: [
            {
              label: "Installs behind a difference",
              href: `${base}/discrepancies/installs`,
              about: "View-through, windows, day boundary, reinstalls",
            },
          ],
        },
        {
          ...skadnetworkScreens[0],
          href: `${base}/skadnetwork`,
          icon: Apple,
          children: below("/skadnetwork", skadnetworkScreens.slice(1)),
        },
        {
          label: "Alerts",
          href: `${base}/alerts`,
          icon: Bell,
          one: "Alert rule",
          about: "Notifications, anomalies, budget, drop, quiet, threshold",
          children: [{ label: "New alert rule", href: `${base}/alerts/new`, needs: "alerts.write" }],
        },
        {
          label: "Activity",
          href: `${base}${activityScreens[0].path}`,
          icon: Activity,
          children: below("", activityScreens),
        },
        {
          ...outboundScreens[0],
          href: `${base}${outboundScreens[0].path}`,
          icon: Send,
          needs: "destinations.read",
          children: [
            { label: "Add destination", href: `${base}/destinations/new`, needs: "destinations.write" },
            ...below("", outboundScreens.slice(1)),
          ],
        },
      ],
    },
    {
      label: "Attribution",
      entries: [
        {
          label: "Rules",
          href: `${base}/rules`,
          icon: Scale,
          about: "Attribution windows, fraud, probabilistic matching",
        },
        {
          label: "What-if tests",
          href: `${base}/rules/trials`,
          icon: FlaskConical,
          one: "What-if test",
          about: "What-if tests, replay",
        },
        {
          label: "Simulator",
          href: `${base}/rules/simulator`,
          icon: Crosshair,
          about: "Test which click would win an install",
        },
      ],
    },
    {
      label: "Developers",
      entries: [
        {
          label: "Integrate",
          href: `${base}/integrate`,
          icon: Plug,
          about: "SDK, Android, Kotlin, iOS, Swift, React Native, Flutter, curl",
        },
        {
          label: "Server keys",
          href: `${base}/server-keys`,
          icon: KeyRound,
          about: "API keys for your servers",
        },
        {
          label: "App token",
          href: `${base}/token`,
          icon: Fingerprint,
          about: "The token your app sends with every call",
        },
        {
          label: "Signing",
          href: `${base}/signing`,
          icon: ShieldCheck,
          about: "Accept only calls signed by your app",
        },
        {
          label: "Debugger",
          href: `${base}${debuggerScreens[0].path}`,
          icon: Bug,
          children: below("", debuggerScreens),
        },
        { label: "API reference", href: "/docs", icon: BookOpen, about: "OpenAPI, endpoints" },
      ],
    },
    {
      label: "Project",
      entries: [
        {
          label: "Settings",
          href: `${base}/settings`,
          icon: Settings,
          children: below(
            "/settings/",
            settingsGroups.flatMap(({ sections }) => sections),
          ),
        },
      ],
    },
  ];
}

export const accountNav: NavGroup = {
  label: "Account",
  entries: [
    { label: "Members", href: "/account/members", icon: UsersRound, about: "Invite, roles, team" },
    {
      label: "Audit log",
      href: "/account/audit",
      icon: History,
      title: "Audit log of the account",
      needs: "audit.read",
    },
  ],
};

/** Pages outside the sidebar's menus that need a name in the breadcrumbs. */
export const otherPages: readonly NavEntry[] = [
  { label: "Profile", href: "/account/profile", about: "Name, password, theme, sessions" },
  { label: "New project", href: "/account/projects/new", needs: "projects.create" },
  {
    label: "Deleted projects",
    href: "/account/projects/deleted",
    about: "Restore, undelete, trash",
    needs: "projects.restore",
  },
];

/** A page about an account, which members of single projects cannot open. The profile is open to all. */
export const isOfAccount = (path: string) => path.startsWith("/account/") && path !== "/account/profile";

/** Removes the screens that the role may not see. */
export const navOf = (groups: readonly NavGroup[], role: Role): NavGroup[] =>
  groups.map(({ entries, ...group }) => ({ ...group, entries: entriesOf(entries, role) }));

const entriesOf = (entries: readonly NavEntry[], role: Role): NavEntry[] =>
  entries
    .filter(({ needs }) => needs === undefined || may(role, needs))
    .map((entry) => (entry.children ? { ...entry, children: entriesOf(entry.children, role) } : entry));
