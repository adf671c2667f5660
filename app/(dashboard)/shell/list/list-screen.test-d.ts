/** List screens that must not compile; see api.test-d.ts. */
import { daysFilter, fixedChoiceFilter, searchFilter, textFilter } from "./list-filters";
import { listScreen } from "./list-screen";

const path = "/projects/:project/sign-ups";
const rest = {
  rows: "sign_ups",
  one: "sign-up",
  many: "sign-ups",
  title: "Sign-ups",
  description: "",
  at: "signed_up_at",
  empty: { icon: (() => null) as never, text: "" },
} as const;
const filters = {
  days: daysFilter(),
  user: searchFilter("User id"),
  campaign: textFilter("Campaign"),
  platform: fixedChoiceFilter("Platform", [{ value: "IOS", label: "iOS" }]),
  country: textFilter("Country"),
  counted: fixedChoiceFilter("Counted", [{ value: "yes", label: "Yes" }]),
  ad_set: textFilter("Ad set"),
  creative: textFilter("Creative"),
  keyword: textFilter("Keyword"),
  publisher: textFilter("Publisher"),
};

export function filtersOfTheEndpoint() {
  listScreen({ path, ...rest, columns: [], filters });
  // @ts-expect-error the path knows no colour
  listScreen({ path, ...rest, columns: [], filters: { ...filters, colour: textFilter("Colour") } });
  const { keyword: _, ...fewer } = filters;
  // @ts-expect-error whatever the path accepts, links may lead here by: all of it is shown
  listScreen({ path, ...rest, columns: [], filters: fewer });
  const symbian = fixedChoiceFilter("Platform", [{ value: "SYMBIAN", label: "Symbian" }]);
  // @ts-expect-error the path accepts no such platform
  listScreen({ path, ...rest, columns: [], filters: { ...filters, platform: symbian } });
}

export function fieldsOfTheRow() {
  listScreen({ path, ...rest, filters, columns: [{ id: "id", header: "Id", cell: (row) => row.id }] });
  // @ts-expect-error a row has no colour
  listScreen({ path, ...rest, filters, columns: [{ id: "a", header: "A", cell: (row) => row.colour }] });
  // @ts-expect-error nor such a moment
  listScreen({ path, ...rest, filters, columns: [], at: "paid_at" });
  // @ts-expect-error its rows are not called so
  listScreen({ path, ...rest, filters, columns: [], rows: "payments" });
}

export function paths() {
  // @ts-expect-error this answers no list
  listScreen({ path: "/projects/:project/overview", ...rest, filters, columns: [] });
}
