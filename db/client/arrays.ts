import { parse } from "postgres-array";

/**
 * The types of arrays, given to the driver. Otherwise it would query them on each new connection, in a promise without
 * a handler. A connection that is lost at that moment would end the process.
 */
const kinds: Record<string, { oid: number; read: (text: string) => unknown; bare?: true }> = {
  text: { oid: 1009, read: String },
  varchar: { oid: 1015, read: String },
  name: { oid: 1003, read: String },
  uuid: { oid: 2951, read: String, bare: true },
  int4: { oid: 1007, read: Number, bare: true },
  int8: { oid: 1016, read: Number, bare: true },
  float8: { oid: 1022, read: Number, bare: true },
};

const needsEscape = /[\\"]/;
const isPlain = /^(?!null$)[\w.+-]+$/i;

/** Numbers and IDs need no quotes. Any other value is quoted, so that the database rejects it unchanged. */
function literal(values: unknown[], bare: boolean): string {
  let all = "{";
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (i > 0) all += ",";
    if (value === null || value === undefined) all += "NULL";
    else {
      const text = typeof value === "string" ? value : String(value);
      if (bare && (typeof value === "number" || isPlain.test(text))) all += text;
      else all += `"${needsEscape.test(text) ? text.replace(/[\\"]/g, "\\$&") : text}"`;
    }
  }
  return `${all}}`;
}

export const arrayTypes = Object.fromEntries(
  Object.entries(kinds).map(([name, { oid, read, bare = false }]) => [
    `${name}_array`,
    {
      to: oid,
      from: [oid],
      serialize: (values: unknown[] | string) => (Array.isArray(values) ? literal(values, bare) : values),
      parse: (text: string) => parse(text, read),
    },
  ]),
);
