import { t } from "@/lib/base/languages/texts";
import type { Screen } from "./screens";

export const reportScreen: Screen = {
  label: t("Report"),
  path: "/report",
  self: t("Report"),
  about: t("ROAS, retention, cost per install, retargeting, saved views"),
  screens: [
    {
      label: t("Cohorts"),
      path: "/report/cohorts",
      tab: true,
      about: t("LTV, payback, ROAS by day 7, retention, install week"),
    },
    {
      label: t("Discrepancies"),
      path: "/report/discrepancies",
      tab: true,
      about: t("Network installs against ours, claims, differences, restated"),
      screens: [
        {
          label: t("Installs behind a difference"),
          path: "/report/discrepancies/installs",
          about: t("View-through, windows, day boundary, reinstalls"),
        },
      ],
    },
    {
      label: t("Incrementality"),
      path: "/report/incrementality",
      one: t("Incrementality test"),
      tab: true,
      about: t("Lift, geo test, pause, hold out, synthetic control, incremental ROAS"),
      screens: [
        {
          label: t("Plan a test"),
          path: "/report/incrementality/plan",
          about: t("Minimal detectable effect, power, suggest countries"),
        },
      ],
    },
    {
      label: t("Mix models"),
      path: "/report/mix-models",
      tab: true,
      about: t("MMM, marketing mix, media mix, Meridian, Robyn, file"),
    },
    {
      label: t("Query"),
      path: "/report/query",
      tab: true,
      needs: "queries.run",
      about: t("SQL, views, saved queries, ad hoc"),
    },
  ],
};
