import type { Screen } from "./screens";

export const reportScreen: Screen = {
  label: "Report",
  path: "/report",
  self: "Report",
  about: "ROAS, retention, cost per install, retargeting, saved views",
  screens: [
    {
      label: "Cohorts",
      path: "/report/cohorts",
      tab: true,
      about: "LTV, payback, ROAS by day 7, retention, install week",
    },
    {
      label: "Discrepancies",
      path: "/report/discrepancies",
      tab: true,
      about: "Network installs against ours, claims, differences, restated",
      screens: [
        {
          label: "Installs behind a difference",
          path: "/report/discrepancies/installs",
          about: "View-through, windows, day boundary, reinstalls",
        },
      ],
    },
    {
      label: "Incrementality",
      path: "/report/incrementality",
      one: "Incrementality test",
      tab: true,
      about: "Lift, geo test, pause, hold out, synthetic control, incremental ROAS",
      screens: [
        {
          label: "Plan a test",
          path: "/report/incrementality/plan",
          about: "Minimal detectable effect, power, suggest countries",
        },
      ],
    },
    {
      label: "Mix models",
      path: "/report/mix-models",
      tab: true,
      about: "MMM, marketing mix, media mix, Meridian, Robyn, file",
    },
    {
      label: "Query",
      path: "/report/query",
      tab: true,
      needs: "queries.run",
      about: "SQL, views, saved queries, ad hoc",
    },
  ],
};
