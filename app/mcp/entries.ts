/** The tools of assistants, each a route of the dashboard. */

export type Values = Record<string, string>;

/** A tool is a route of the dashboard. `screen` shows the same data, with the values that it understands. */
export type Entry = {
  path: string;
  /** POST for a route that only reads, but whose question is a body. */
  method?: "POST";
  about: string;
  screen: string;
  /** The arguments that the screen takes in its address. */
  shared?: string[];
  /** The defaults of the route that are not those of the screen. */
  defaults?: Values;
  /** The values of the path. */
  params?: Record<string, string>;
  /** The route with the SQL of the figures, and its values. */
  sql?: (values: Values) => { path: string; values: Values };
};

const days = ["from", "to"];
const reportSql = "/projects/:project/report/sql";
const sqlAt = (path: string) => (values: Values) => ({ path, values });
export const given = (values: Record<string, string | undefined>): Values =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

export const entries: Record<string, Entry> = {
  list_campaigns: {
    path: "/projects/:project/campaigns",
    about: "List campaigns, newest first, with search and filters.",
    screen: "/campaigns",
  },
  overview: {
    path: "/projects/:project/overview",
    about:
      "Get the main figures of a period (clicks, installs, sign-ups, spend, revenue), and those of a comparison period.",
    screen: "",
    shared: [...days, "compare", "platform", "traffic"],
    sql: ({ compare: _compare, figure: _figure, ...values }) => ({
      path: "/projects/:project/overview/sql",
      values,
    }),
  },
  what_changed: {
    path: "/projects/:project/overview/movers",
    about:
      "Get what changed in a figure, yesterday and in the last seven days, and which networks or campaigns caused it.",
    screen: "",
  },
  needs_attention: {
    path: "/projects/:project/overview/attention",
    about: "List problems: failing syncs, domains, silent apps, missing rates.",
    screen: "",
  },
  report: {
    path: "/projects/:project/report/groups",
    about:
      "Get figures by one or two dimensions, such as `network`, `country`, `day` or `campaign`, for a period. Name the figures in `columns`.",
    screen: "/report",
    shared: [...days, "by", "second", "columns", "platform", "network", "traffic"],
    defaults: { traffic: "all" },
    sql: ({ sort_field: _field, sort_order: _order, page: _page, limit: _limit, ...values }) => ({
      path: reportSql,
      values: { columns: "installs", ...values },
    }),
  },
  campaign_report: {
    path: "/projects/:project/report",
    about: "Get the figures of each campaign, with its ad sets, creatives and keywords.",
    screen: "/report",
    shared: [...days, "platform", "network", "search"],
  },
  cohorts: {
    path: "/projects/:project/cohorts",
    about: "Get retention, revenue or another metric of cohorts of installs, by their age.",
    screen: "/report/cohorts",
    shared: days,
    // The statement of one metric, with the installs and the revenue of every age.
    sql: (values) => ({ path: "/projects/:project/cohorts/sql", values: { ...values, metric: "ltv" } }),
  },
  assists: {
    path: "/projects/:project/report/assists",
    about:
      "Compare last touch with assists and with first-touch, linear and position-based models, by campaign.",
    screen: "/report",
    sql: sqlAt("/projects/:project/report/assists/sql"),
  },
  ios_estimate: {
    path: "/projects/:project/apple-postbacks/estimate",
    about: "Estimate iOS installs by network and campaign, with a range and its parts.",
    screen: "/ios/estimate",
    shared: days,
    sql: sqlAt("/projects/:project/apple-postbacks/estimate/sql"),
  },
  discrepancies: {
    path: "/projects/:project/discrepancies",
    about:
      "Compare the installs that ad networks claim with those that Cairn counts, with the causes of the difference.",
    screen: "/report/discrepancies",
    shared: days,
  },
  list_incrementality_tests: {
    path: "/projects/:project/incrementality",
    about: "List tests of what a network really adds: pauses and starts in some countries.",
    screen: "/report/incrementality",
  },
  incrementality_result: {
    path: "/projects/:project/incrementality/:id/result",
    about:
      "Get what a network added in a finished test, with its interval, and what to know about it. A running test has no result.",
    screen: "/report/incrementality/:id",
    params: { id: "The test's ID, from `list_incrementality_tests`." },
    shared: ["kpi"],
  },
  plan_incrementality_test: {
    path: "/projects/:project/incrementality/plan",
    about: "Estimate the smallest effect of a network that a pause or a start in some countries could find.",
    screen: "/report/incrementality/plan",
    shared: ["network", "kind", "kpi", "countries", "days", "confidence"],
  },
  list_installs: {
    path: "/projects/:project/installs",
    about: "List single installs, newest first: by campaign, method, fraud finding, country and more.",
    screen: "/installs",
  },
  explain_install: {
    path: "/projects/:project/installs/:install",
    about:
      "Explain why an install was attributed to its campaign, with each candidate and the reason why it lost.",
    screen: "/installs/:install",
    params: { install: "The install's ID, from `list_installs`." },
  },
  find_install: {
    path: "/projects/:project/installs/explain",
    about: "Find installs by an ID of any kind (user, device, click), or explain why there is none.",
    screen: "/installs",
  },
  fraud_sources: {
    path: "/projects/:project/rules/sources",
    about:
      "Get installs by publisher with their time from click to install, and how many of them fraud rules flagged.",
    screen: "/attribution",
  },
  link_test: {
    path: "/projects/:project/links/test",
    method: "POST",
    about:
      "Test where a tracking link sends a visitor, by device, browser, country and language. No click is stored.",
    screen: "/developers/test",
  },
  event_counts: {
    path: "/projects/:project/events/counts",
    about: "Count the events of each name.",
    screen: "/events",
  },
  list_clicks: {
    path: "/projects/:project/clicks",
    about: "List single clicks, newest first, also those that are not counted, with the reason.",
    screen: "/clicks",
  },
  list_payments: {
    path: "/projects/:project/payments",
    about: "List single payments and refunds, newest first.",
    screen: "/payments",
  },
  spend: {
    path: "/projects/:project/spend/sums",
    about: "Sum the cost of ads by day, campaign or source.",
    screen: "/spend",
    shared: days,
    // The sum of a campaign includes its ads, so it is the report's.
    sql: ({ by, network, platform, from, to }) =>
      by === "campaign"
        ? {
            path: reportSql,
            values: given({ by, columns: "spend", traffic: "all", network, platform, from, to }),
          }
        : { path: "/projects/:project/spend/sql", values: given({ by, network, platform, from, to }) },
  },
  budgets: {
    path: "/projects/:project/budgets",
    about: "Get each budget with its spend so far, its expected spend and its projected end.",
    screen: "/spend",
    sql: sqlAt("/projects/:project/budgets/sql"),
  },
  skan: {
    path: "/projects/:project/apple-postbacks/figures",
    about: "Get the figures of Apple's postbacks (SKAdNetwork and AdAttributionKit).",
    screen: "/ios",
    shared: days,
    sql: sqlAt("/projects/:project/apple-postbacks/figures/sql"),
  },
  link_warnings: {
    path: "/projects/:project/links/warnings",
    about: "List problems with the parameters of tracking links.",
    screen: "/campaigns",
  },
  alerts: {
    path: "/projects/:project/alerts/firing",
    about: "List active alerts that are not muted.",
    screen: "/alerts",
  },
  deliveries: {
    path: "/projects/:project/deliveries",
    about: "List deliveries to networks, affiliates and webhooks, with the reason if one was not sent.",
    screen: "/deliveries",
  },
};
