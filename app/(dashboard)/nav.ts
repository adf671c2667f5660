import {
  Activity,
  Banknote,
  BookOpen,
  ChartNoAxesColumn,
  History,
  Home,
  type LucideIcon,
  Megaphone,
  MousePointerClick,
  Plug,
  Route,
  Scale,
  Settings,
  Smartphone,
  UserRoundCheck,
  UsersRound,
  Wallet,
  Zap,
} from "lucide-react";
import { ruleScreens } from "@/app/(dashboard)/p/[project]/rules/screens";
import { settingsSections } from "@/app/(dashboard)/p/[project]/settings/sections";
import { spendScreens } from "@/app/(dashboard)/p/[project]/spend/screens";

export type NavEntry = {
  label: string;
  href: string;
  /** The tab's name, where the label alone would not say it. */
  title?: string;
  /** The tab's name on a page about one of these. */
  one?: string;
  icon?: LucideIcon;
  /** Further words that people look for it by. */
  about?: string;
  children?: readonly NavEntry[];
};
export type NavGroup = { label?: string; entries: readonly NavEntry[] };

/** The screens of a project, in the order of the sidebar. A screen appears here when it exists. */
export function projectNav(project: number): NavGroup[] {
  const base = `/p/${project}`;
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
          label: "Campaigns",
          href: `${base}/campaigns`,
          icon: Megaphone,
          one: "Campaign",
          children: [{ label: "New campaign", href: `${base}/campaigns/new` }],
        },
        {
          label: "Clicks",
          href: `${base}/clicks`,
          icon: MousePointerClick,
          about: "Links followed, ad views, bots",
        },
        {
          label: "Installs",
          href: `${base}/installs`,
          icon: Smartphone,
          one: "Install",
          about: "Attribution, explain, devices, suspicious, fraud",
        },
        {
          label: "Sign-ups",
          href: `${base}/sign-ups`,
          icon: UserRoundCheck,
          about: "Users, registrations, trigger",
        },
        {
          label: "Spend",
          href: `${base}/spend`,
          icon: Wallet,
          children: spendScreens
            .filter(({ path }) => path !== "")
            .map(({ path, ...screen }) => ({ ...screen, href: `${base}/spend${path}` })),
        },
        { label: "Events", href: `${base}/events`, icon: Zap },
        { label: "Payments", href: `${base}/payments`, icon: Banknote, about: "Revenue, refunds, removed" },
        { label: "Live events", href: `${base}/live`, icon: Activity, about: "Debug, refused calls, test" },
        {
          label: "Rules",
          href: `${base}/rules`,
          icon: Scale,
          children: ruleScreens.map(({ path, ...screen }) => ({ ...screen, href: `${base}/rules${path}` })),
        },
        { label: "Link tester", href: `${base}/links`, icon: Route, about: "Where a link leads, and why" },
      ],
    },
    {
      label: "Project",
      entries: [
        {
          label: "Integrate",
          href: `${base}/integrate`,
          icon: Plug,
          about: "SDK, Kotlin, Swift, TypeScript, curl",
        },
        {
          label: "Settings",
          href: `${base}/settings`,
          icon: Settings,
          children: settingsSections.map(({ label, path, about }) => ({
            label,
            about,
            href: `${base}/settings/${path}`,
          })),
        },
      ],
    },
  ];
}

export const accountNav: NavGroup = {
  label: "Account",
  entries: [
    { label: "Members", href: "/account/members", icon: UsersRound, about: "Invite, roles, team" },
    { label: "Audit log", href: "/account/audit", icon: History, title: "Audit log of the account" },
    { label: "API reference", href: "/docs", icon: BookOpen },
  ],
};

/** Pages that stand in no menu of the sidebar and still need a name in the breadcrumbs. */
export const otherPages: readonly NavEntry[] = [
  { label: "Profile", href: "/account/profile", about: "Name, password, theme, sessions" },
  { label: "New project", href: "/account/projects/new" },
];

export function isWithin(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`);
}

/** The deepest way through the menus that leads to a path. */
export function trail(groups: readonly NavGroup[], path: string): NavEntry[] {
  let best: NavEntry[] = [];
  const visit = (entry: NavEntry, way: NavEntry[]) => {
    if (!isWithin(path, entry.href)) return;
    const here = [...way, entry];
    const length = (each: NavEntry[]) => each.at(-1)?.href.length ?? 0;
    if (length(here) > length(best)) best = here;
    for (const child of entry.children ?? []) visit(child, here);
  };
  for (const group of groups) for (const entry of group.entries) visit(entry, []);
  return best;
}

export function titleOf(path: string): string | undefined {
  const [, project] = path.match(/^\/p\/(\d+)/) ?? [];
  const groups = [...(project ? projectNav(Number(project)) : []), accountNav, { entries: otherPages }];
  const entry = trail(groups, path).at(-1);
  return (path === entry?.href ? undefined : entry?.one) ?? entry?.title ?? entry?.label;
}
