/** A list screen as one value: its path, columns, filters and details. */
import type { LucideIcon } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import type { PathOf, QueryOf, ResponseOf } from "@/app/(dashboard)/shell/api";
import { type UrlState, urlInteger, urlList, urlText } from "@/components/use-url-state";
import type { ListFilterField } from "./list-filters";

type Path = PathOf<"GET">;

/** The field of a response that contains the rows. */
type RowsOf<P extends Path> = {
  [Name in keyof ResponseOf<P>]: ResponseOf<P>[Name] extends readonly object[] ? Name : never;
}[keyof ResponseOf<P>];

/** Paths that return a list page by page, each with a cursor or with the number of pages. */
export type ListPath = {
  [P in Path]: ResponseOf<P> extends { next: string | null } | { pagination: object } ? P : never;
}[Path];

export type ListedRow<P extends ListPath> = ResponseOf<P>[RowsOf<P>] extends readonly (infer R)[] ? R : never;

type Paging = "before" | "page" | "limit";
type Day = "from" | "to";
/** The filters of a list, as in the URL. */
export type FilterOf<P extends ListPath> = Exclude<keyof QueryOf<P> & string, Paging>;
export type FilterValues<P extends ListPath> = Record<FilterOf<P>, string>;

type Texts<Value> = Extract<Value, string>;
/** One filter for each parameter of the path, so that every active filter is visible. */
type Filters<P extends ListPath> = {
  readonly [Name in Exclude<FilterOf<P>, Day>]: ListFilterField<Texts<QueryOf<P>[Name & keyof QueryOf<P>]>>;
} & (Day extends FilterOf<P> ? { readonly days: ListFilterField<"days"> } : unknown);

/** The context of a cell. */
export type CellContext = { base: string; currency: string; money: (minor: number) => string };

export type ListColumn<R, Values = unknown> = {
  id: string;
  header: string;
  /** The meaning of the column's figures; shown on the header. */
  hint?: string;
  cell: (row: R, around: CellContext) => ReactNode;
  align?: "end";
  /** Hidden until chosen, or while the filters leave it empty. */
  hidden?: boolean | ((values: Values) => boolean);
  /** Hidden on narrow screens unless chosen. */
  wide?: boolean;
  fixed?: boolean;
  /** The header is for screen readers only: for buttons at the end of a row. */
  quiet?: boolean;
};

type Only<P extends ListPath> = (patch: Partial<FilterValues<P>>) => void;

export type OpenedDetail<P extends ListPath> = {
  title: (row: ListedRow<P>, around: CellContext) => string;
  body: (row: ListedRow<P>, around: CellContext, only: Only<P>) => ReactNode;
};

type Totals<P extends ListPath> = `${P}/totals` extends infer T extends Path ? ResponseOf<T> : never;

type Declared<P extends ListPath> = {
  path: P;
  rows: RowsOf<P>;
  /** The noun of a row: "click" and "clicks". */
  one: string;
  many: string;
  title: string;
  description: string;
  /** The time of a row: the first column, with the link to the row's page or sheet. */
  at: {
    [Name in keyof ListedRow<P>]: ListedRow<P>[Name] extends string | null ? Name : never;
  }[keyof ListedRow<P>];
  /** The header of that column (default: "When"). */
  when?: string;
  /** The key of a row (default: its `id`). */
  idOf?: (row: ListedRow<P>) => string;
  columns: readonly ListColumn<ListedRow<P>, FilterValues<P>>[];
  filters: Filters<P>;
  /** The text if there are no matches. */
  found?: string;
  /** The page or sheet that a row opens. */
  opens?: ((row: ListedRow<P>, around: CellContext) => string | null) | OpenedDetail<P>;
  /** True if the path has totals, or the totals to show next to the number of matches. */
  totals?: Totals<P> extends never ? never : true | ((totals: Totals<P>, around: CellContext) => string);
  /** Shown before the first row exists. */
  empty: { icon: LucideIcon; title?: string; text: string; Start?: ComponentType };
};

export const defaultLimit = 50;
const pageFields = {
  before: urlText(),
  page: urlInteger(1),
  limit: urlInteger(defaultLimit, 1, 200),
  columns: urlList(),
};

export type ListScreen<P extends ListPath> = Declared<P> & {
  names: readonly FilterOf<P>[];
  codecs: typeof pageFields & Record<FilterOf<P>, ReturnType<typeof urlText>>;
};
export type ListState<P extends ListPath> = FilterValues<P> & UrlState<typeof pageFields>;

export function listScreen<P extends ListPath>(declared: Declared<P>): ListScreen<P> {
  const names = Object.keys(declared.filters).flatMap((name) => (name === "days" ? ["from", "to"] : name));
  const codecs = { ...Object.fromEntries(names.map((name) => [name, urlText()])), ...pageFields };
  return { ...declared, names, codecs } as unknown as ListScreen<P>;
}

/** The filters that are set. */
export const listFilterQuery = <P extends ListPath>({ names }: ListScreen<P>, state: FilterValues<P>) =>
  Object.fromEntries(
    names.filter((name) => state[name] !== "").map((name) => [name, state[name]]),
  ) as Partial<FilterValues<P>>;
