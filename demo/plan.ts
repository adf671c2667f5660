import type { LinkRule } from "@/lib/campaigns/link-rules/schema";

/** The demo project: a hiking app, a dozen campaigns, a price list. Figures are per day at the end of a campaign. */
export type Plan = {
  name: string;
  id: string;
  network: string | null;
  networkCampaignId?: string;
  clicks: number;
  /** The shares of clicks that become installs, of installs that sign up, and of sign-ups that pay within a month. */
  installs: number;
  signUps: number;
  pays: number;
  /** The share of Android installs that follow their click faster than a store can deliver. */
  hasty?: number;
  /** The cost of a click, in the project's currency. */
  cost: number;
  adSets: {
    id: string;
    name: string;
    creatives: { id: string; name: string }[];
    keywords?: { id: string; name: string }[];
  }[];
  active?: boolean;
  deeplink?: string;
  website?: string;
  /** The campaign's first and last day, in days before today. */
  from?: number;
  to?: number;
  /** The days before today when its links become active and end; a negative number is in the future. */
  starts?: number;
  ends?: number;
  clickLimit?: number;
  tags?: string[];
  rules?: LinkRule[];
  /** The factor by which clicks of a variant become installs more often. */
  lift?: Record<string, number>;
};

const everybody = { languages: [], countries: [], platforms: [] };

const ads = (prefix: string, sets: string[], creatives: string[]) =>
  sets.map((name, i) => ({
    id: `${prefix}${1000 + i}`,
    name,
    creatives: creatives.map((creative, k) => ({ id: `${prefix}${2000 + i * 10 + k}`, name: creative })),
  }));

/** The code of a network that the demo project added itself. */
export const customDemoNetwork = "Summit_Ads";

export const plans: Plan[] = [
  {
    name: "Alps – lookalike buyers",
    id: "alps-lookalike",
    tags: ["always on", "DACH"],
    network: "META",
    networkCampaignId: "23851001",
    clicks: 95,
    installs: 0.2,
    signUps: 0.74,
    pays: 0.09,
    cost: 0.42,
    adSets: ads(
      "2385",
      ["DACH 25–44", "France 25–44", "Italy 30–55"],
      ["Sunrise video", "Hut carousel", "Map still"],
    ),
    deeplink: "trailhead://routes?region=alps",
  },
  {
    name: "Retarget – planned, not hiked",
    id: "retarget-planned",
    network: "META",
    networkCampaignId: "23851002",
    clicks: 40,
    installs: 0.14,
    signUps: 0.82,
    pays: 0.14,
    cost: 0.35,
    adSets: ads("2386", ["Saved a route", "Viewed 3 routes"], ["Your route waits", "Weather is good"]),
  },
  {
    name: "Broad – spring",
    id: "broad-spring",
    network: "META",
    networkCampaignId: "23851003",
    clicks: 80,
    installs: 0.11,
    signUps: 0.61,
    pays: 0.04,
    cost: 0.28,
    adSets: ads("2387", ["EU broad"], ["Spring video", "Spring still"]),
    from: 85,
    to: 40,
    active: false,
  },
  {
    name: "Search – brand",
    id: "search-brand",
    tags: ["always on", "search"],
    network: "GOOGLE",
    networkCampaignId: "17890001",
    clicks: 55,
    installs: 0.34,
    signUps: 0.79,
    pays: 0.12,
    cost: 0.21,
    adSets: ads("178", ["Brand exact", "Brand broad"], ["Headline A", "Headline B"]),
  },
  {
    name: "App campaign – installs",
    id: "uac-installs",
    tags: ["always on"],
    network: "GOOGLE",
    networkCampaignId: "17890002",
    clicks: 120,
    installs: 0.16,
    signUps: 0.55,
    pays: 0.05,
    cost: 0.19,
    adSets: ads("179", ["Asset group 1", "Asset group 2"], ["Text", "Video 15 s", "Video 30 s"]),
  },
  {
    name: "Creators – summit challenge",
    id: "summit-challenge",
    tags: ["creators", "challenge"],
    network: "TIKTOK",
    networkCampaignId: "17601234",
    clicks: 140,
    installs: 0.09,
    signUps: 0.52,
    pays: 0.03,
    hasty: 0.16,
    cost: 0.11,
    adSets: ads("176", ["18–24", "25–34"], ["Creator: Mia", "Creator: Jonas", "Challenge cut"]),
    from: 60,
    deeplink: "trailhead://challenge/summit",
  },
  {
    name: "Apple Ads – category",
    id: "asa-category",
    tags: ["search"],
    network: "APPLE_SEARCH_ADS",
    networkCampaignId: "542370539",
    clicks: 48,
    installs: 0.41,
    signUps: 0.77,
    pays: 0.11,
    cost: 0.66,
    adSets: [
      {
        id: "542317095",
        name: "Hiking maps",
        creatives: [{ id: "542317136", name: "Default page" }],
        keywords: [
          { id: "87675432", name: "hiking app" },
          { id: "87675433", name: "trail map offline" },
          { id: "87675434", name: "gpx viewer" },
        ],
      },
    ],
  },
  {
    name: "Snap – weekend",
    id: "snap-weekend",
    network: "SNAPCHAT",
    clicks: 36,
    installs: 0.1,
    signUps: 0.5,
    pays: 0.02,
    cost: 0.14,
    adSets: ads("snap", ["Weekend"], ["Story"]),
    from: 45,
  },
  {
    // Its ads get no clicks, and yet it claims installs: see hard-cases.ts.
    name: "Pinterest – autumn boards",
    id: "autumn-boards",
    network: "PINTEREST",
    networkCampaignId: "autumn-boards",
    clicks: 0,
    installs: 0,
    signUps: 0,
    pays: 0,
    cost: 0,
    adSets: [],
    from: 14,
  },
  {
    name: "LinkedIn – alpine clubs",
    id: "alpine-clubs",
    network: "LINKEDIN",
    clicks: 9,
    installs: 0.17,
    signUps: 0.84,
    pays: 0.2,
    cost: 1.9,
    adSets: ads("li", ["Club boards"], ["Case study"]),
    from: 70,
  },
  {
    name: "Newsletter – June",
    id: "newsletter-june",
    tags: ["owned", "A/B test"],
    network: null,
    clicks: 34,
    installs: 0.19,
    signUps: 0.88,
    pays: 0.15,
    cost: 0,
    adSets: [],
    website: "https://trailhead.example/june",
    rules: [
      {
        ...everybody,
        languages: ["it"],
        destinations: [{ name: null, weight: 1, url: "https://trailhead.example/it/giugno" }],
      },
      {
        ...everybody,
        destinations: [
          { name: "Store page", weight: 50, url: null },
          { name: "Story of the month", weight: 50, url: "https://trailhead.example/june/story" },
        ],
      },
    ],
    lift: { "Story of the month": 1.6 },
  },
  {
    name: "Flash sale – 48 hours",
    id: "flash-sale",
    tags: ["sale"],
    network: null,
    clicks: 60,
    installs: 0.18,
    signUps: 0.8,
    pays: 0.2,
    cost: 0,
    adSets: [],
    from: 20,
    to: 19,
    starts: 20,
    ends: 18,
    clickLimit: 500,
    website: "https://trailhead.example/sale",
  },
  {
    name: "Season pass – early access",
    id: "season-pass",
    tags: ["sale"],
    network: "META",
    networkCampaignId: "23851004",
    clicks: 0,
    installs: 0,
    signUps: 0,
    pays: 0,
    cost: 0,
    adSets: [],
    from: 3,
    starts: -9,
    ends: -39,
    website: "https://trailhead.example/pass",
  },
  {
    name: "Hut poster QR",
    id: "hut-poster",
    tags: ["owned", "offline"],
    network: null,
    clicks: 18,
    installs: 0.46,
    signUps: 0.81,
    pays: 0.1,
    cost: 0,
    adSets: [],
  },
  {
    name: "Podcast – Hundred Peaks",
    id: "hundred-peaks",
    network: null,
    clicks: 14,
    installs: 0.26,
    signUps: 0.8,
    pays: 0.11,
    cost: 0,
    adSets: [],
    from: 50,
  },
  {
    name: "AppLovin – map lovers",
    id: "map-lovers",
    network: "APPLOVIN",
    clicks: 22,
    installs: 0.12,
    signUps: 0.55,
    pays: 0.03,
    cost: 0.2,
    adSets: ads("al", ["Rewarded video"], ["Summit in 15 seconds", "Playable map"]),
    from: 28,
  },
  {
    name: "Summit Ads – ridge walkers",
    id: "ridge-walkers",
    network: customDemoNetwork,
    clicks: 12,
    installs: 0.14,
    signUps: 0.6,
    pays: 0.04,
    cost: 0.15,
    adSets: ads("sa", ["Outdoor apps"], ["Ridge banner"]),
    from: 14,
  },
];

/** Organic installs per day. */
export const organic = { installs: 22, signUps: 0.66, pays: 0.07 };

export const plannedEvents = [
  { name: "route_viewed", perDay: 1.3, amount: null },
  { name: "route_saved", perDay: 0.4, amount: null },
  { name: "hike_finished", perDay: 0.22, amount: null },
  { name: "gear_ordered", perDay: 0.03, amount: [18, 140] },
] as const;

export const prices = { month: 6.99, year: 39.99 };

export const demoDays = 90;
