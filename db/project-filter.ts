import { dataTables } from "@/db/tables";

/** A word, a sign, a parameter, or the contents of brackets. */
type Token = string | Token[];
type Column = "project_id" | "id";
type Use = { table: string; column: Column; alias: string; isPinned: boolean };
/** A column that a condition compares; the alias is "" if the condition has none. */
type Tie = { alias: string; column: Column };
/** The table that an insert's rows are for, and the place of its `project_id` among their values. */
type Into = { table: string; place: number };

const data = new Set<string>(dataTables);
/** The column that names the project: in data tables, the log of changes, and the project's own row. */
const columns = new Map<string, Column>([
  ...dataTables.map((table) => [table, "project_id"] as const),
  ["audit_log", "project_id"],
  ["projects", "id"],
]);
const pieces = /'(?:[^']|'')*'|"[^"]*"|\$\d+|[a-z_]\w*|\d[\w.]*|::|<=|>=|<>|!=|\S/g;

/** A quoted part, which may look like a comment, or a comment. */
const comments = /('(?:[^']|'')*'|"[^"]*")|\/\*[\s\S]*?\*\/|--.*/g;

/** Quotes are kept if the name could be mistaken for a keyword. */
const unquoted = (name: string) => {
  const plain = name.slice(1, -1);
  return plain === "project_id" || plain === "id" || plain.length < 2 || columns.has(plain) ? plain : name;
};

function tokensOf(statement: string): Token[] {
  const text = statement.replace(comments, (_, quoted) => quoted ?? " ").toLowerCase();
  const open: Token[][] = [[]];
  for (const [piece] of text.matchAll(pieces)) {
    if (piece === "(") open.push([]);
    else if (piece !== ")") open.at(-1)!.push(piece.startsWith('"') ? unquoted(piece) : piece);
    else {
      const group = open.pop()!;
      open.at(-1)?.push(group);
    }
  }
  return open[0]!;
}

const is = (token: Token | undefined, ...keywords: string[]) =>
  typeof token === "string" && keywords.includes(token);

/** True if brackets hold a statement of their own, and not an expression or joined tables. */
const isQuery = (token: Token | undefined): token is Token[] =>
  Array.isArray(token) &&
  (is(token[0], "select", "insert", "update", "delete", "with", "values", "merge") || isQuery(token[0]));

/** Splits tokens at words, except inside a `case`. */
function split(tokens: Token[], ...by: string[]): Token[][] {
  const parts: Token[][] = [[]];
  let cases = 0;
  for (const token of tokens) {
    if (is(token, "case")) cases++;
    if (is(token, "end")) cases--;
    if (cases === 0 && is(token, ...by)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

/** One project, as a parameter or as digits. */
const isOne = ([value, cast, type]: Token[]) =>
  typeof value === "string" &&
  /^(\$\d+|\d+)$/.test(value) &&
  (!cast || (is(cast, "::") && is(type, "bigint")));

const ofProject = (side: Token[]): Tie | null => {
  const column = side.at(-1);
  if (column !== "project_id" && column !== "id") return null;
  if (side.length === 1) return { alias: "", column };
  return side.length === 3 && is(side[1], ".") ? { alias: side[0] as string, column } : null;
};

/**
 * The columns that a condition compares with a project. Each part of the condition has to hold, so an `or` gives none.
 */
function tied(condition: Token[], several: boolean): Tie[] {
  if (split(condition, "or").length > 1) return [];
  return split(condition, "and").flatMap((part) => {
    const [only] = part;
    if (part.length === 1 && Array.isArray(only)) return isQuery(only) ? [] : tied(only, several);
    const at = part.findIndex((token) => is(token, "=", "in"));
    const sides = [part.slice(0, at), part.slice(at + 1)] as const;
    if (!several) {
      const [name, value] = ofProject(sides[0]) === null ? [sides[1], sides[0]] : sides;
      const tie = ofProject(name);
      return is(part[at], "=") && tie !== null && isOne(value) ? [tie] : [];
    }
    const rows = Array.isArray(sides[0][0]) ? split(sides[0][0], ",") : sides;
    return at < 0 ? [] : rows.map(ofProject).filter((tie) => tie !== null);
  });
}

const clauses = [
  ...["select", "values", "set", "from", "using", "where", "group", "having", "window", "order", "limit"],
  ...["offset", "for", "returning", "on", "join", "left", "right", "full", "inner", "cross", "natural"],
];
const noAlias = new Set([...clauses, "default", "tablesample", "do", "and", "or", "overriding"]);

/** The position after a condition that begins here. */
function endOf(tokens: Token[], from: number): number {
  let cases = 0;
  for (let at = from; at < tokens.length; at++) {
    if (is(tokens[at], "case")) cases++;
    if (is(tokens[at], "end")) cases--;
    if (cases === 0 && is(tokens[at], ...clauses) && isWord(tokens, at)) return at;
  }
  return tokens.length;
}

/**
 * False for a token that only looks like a keyword: a column, the function `left`, `is distinct from`, `distinct on`.
 */
const isWord = (tokens: Token[], at: number) =>
  !is(tokens[at - 1], ".", "as", "distinct") &&
  !(is(tokens[at], "left", "right") && Array.isArray(tokens[at + 1]));

class Reading {
  readonly loose: string[] = [];
  /** True if the statement uses data tables at all. */
  found = false;
  private readonly several: boolean;

  constructor(several: boolean) {
    this.several = several;
  }

  /** A statement of its own: each select of a union is a part. */
  query(tokens: Token[], into: Into | null = null): void {
    let target = into;
    for (const part of split(tokens, "union", "intersect", "except")) {
      const rest = is(part[0], "all", "distinct") ? part.slice(1) : part;
      if (rest.length === 1 && isQuery(rest[0])) this.query(rest[0], target);
      else target = this.part(rest, target);
    }
  }

  private part(tokens: Token[], into: Into | null): Into | null {
    this.readNested(tokens);
    const uses: Use[] = [];
    const target = this.read(tokens, uses, into, false);
    this.loose.push(...uses.filter(({ isPinned }) => !isPinned).map(({ table }) => table));
    return target;
  }

  /** Reads the statements in brackets, at any depth. */
  private readNested(tokens: Token[]): void {
    for (const token of tokens) {
      if (isQuery(token)) this.query(token);
      else if (Array.isArray(token)) this.readNested(token);
    }
  }

  private read(tokens: Token[], uses: Use[], before: Into | null, joined: boolean): Into | null {
    let into = before;
    let inFrom = joined;
    const conditions: Token[][] = [];
    if (joined) this.use(tokens, 0, uses);
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at];
      if (!isWord(tokens, at)) continue;
      if (is(token, "from", "join") || (is(token, "using") && !Array.isArray(tokens[at + 1]))) {
        inFrom = true;
        this.use(tokens, at + 1, uses);
      } else if (is(token, ",") && inFrom) this.use(tokens, at + 1, uses);
      else if (is(token, "update") && !is(tokens[at - 1], "for", "key", "do")) this.use(tokens, at + 1, uses);
      else if (is(token, "into")) into = this.into(tokens.slice(at + 1));
      else if (is(token, "values") && into) this.values(tokens.slice(at + 1), into);
      else if (is(token, "select") && into) this.selected(tokens.slice(at + 1), into);
      else if (is(token, "on") && is(tokens[at + 1], "conflict")) {
        // An upsert updates a row with the same key, and so of the same project, as the inserted one.
        at = tokens.findIndex((one, position) => position > at && is(one, "returning"));
        if (at < 0) break;
      } else if (is(token, "on")) {
        const end = endOf(tokens, at + 1);
        this.pin(tokens.slice(at + 1, end), uses.slice(-1));
        at = end - 1;
      } else if (is(token, "where")) {
        const end = endOf(tokens, at + 1);
        conditions.push(tokens.slice(at + 1, end));
        at = end - 1;
        inFrom = false;
      } else if (is(token, "group", "order", "limit", "returning", "set", "select", "for")) inFrom = false;
    }
    for (const condition of conditions) this.pin(condition, uses);
    return into;
  }

  /** Records the data table at a position, with its alias; brackets may hold several joined tables. */
  private use(tokens: Token[], from: number, uses: Use[]): void {
    let at = from;
    while (is(tokens[at], "only", "lateral")) at++;
    const table = tokens[at];
    if (Array.isArray(table) && !isQuery(table)) this.read(table, uses, null, true);
    const column = typeof table === "string" ? columns.get(table) : undefined;
    if (typeof table !== "string" || !column) return;
    const alias = tokens[is(tokens[at + 1], "as") ? at + 2 : at + 1];
    this.found ||= data.has(table);
    const isAlias = typeof alias === "string" && /^[a-z_]/.test(alias) && !noAlias.has(alias);
    uses.push({ table, column, alias: isAlias ? alias : table, isPinned: false });
  }

  /** A name without an alias belongs to the only table with that column: Postgres rejects any other use. */
  private pin(condition: Token[], uses: Use[]): void {
    for (const { alias, column } of tied(condition, this.several))
      for (const use of uses)
        if (column === use.column && (alias === "" || alias === use.alias)) use.isPinned = true;
  }

  private into([table, ...rest]: Token[]): Into | null {
    if (typeof table !== "string" || columns.get(table) !== "project_id") return null;
    this.found ||= data.has(table);
    const names = rest.find(Array.isArray);
    const position = names ? split(names, ",").findIndex(([name]) => is(name, "project_id")) : -1;
    if (position < 0) this.loose.push(table);
    return this.several || position < 0 ? null : { table, place: position };
  }

  private values(tokens: Token[], { table, place: position }: Into): void {
    const rows = tokens.slice(0, endOf(tokens, 0)).filter(Array.isArray);
    if (!rows.every((row) => isOne(split(row, ",")[position] ?? []))) this.loose.push(table);
  }

  private selected(tokens: Token[], { table, place: position }: Into): void {
    const values = is(tokens[0], "distinct") ? tokens.slice(is(tokens[1], "on") ? 3 : 1) : tokens;
    const value = split(values.slice(0, endOf(values, 0)), ",")[position] ?? [];
    if (!isOne(is(value.at(-2), "as") ? value.slice(0, -2) : value)) this.loose.push(table);
  }
}

/**
 * The data tables that a statement uses without naming the project, once for each use.
 *
 * Each common table, select in brackets and side of a union is a part of its own. It must compare the `project_id` of
 * each of its tables with a parameter, and insert a parameter as one. A join to a row of the project is not enough. The
 * same holds for the project's own row and the log of changes if they are used beside data.
 *
 * Statements on a batch begin with "several projects" and may join its rows. Statements that search for work begin with
 * "all projects".
 */
export function tablesWithoutProjectFilter(statement: string): string[] {
  const [, scope] = /^\s*\/\* (all|several) projects \*\//.exec(statement) ?? [];
  if (scope === "all") return [];
  const reading = new Reading(scope === "several");
  reading.query(tokensOf(statement));
  return reading.found ? reading.loose : [];
}
