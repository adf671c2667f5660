/** Renders JSON Schema as a TypeScript type, which describes a response in few lines. Pure. */

export type Schema = {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: Schema | boolean;
  example?: unknown;
  default?: unknown;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  pattern?: string;
};

export function typeText(schema: Schema, indent = ""): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum)
    return unionText(
      schema.enum.map((value) => JSON.stringify(value)),
      indent,
    );
  if (schema.anyOf) {
    const several = schema.anyOf.map((each) => typeText(each, indent));
    return [...new Set(several)].join(" | ");
  }
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array": {
      const item = typeText(schema.items ?? {}, indent);
      return /^[\w{]/.test(item) && !item.includes(" | ") ? `${item}[]` : `Array<${item}>`;
    }
    case "object":
      return objectText(schema, indent);
    default:
      return schema.properties ? objectText(schema, indent) : "unknown";
  }
}

/** Choices that are longer than one line each get their own line. */
function unionText(choices: string[], indent: string) {
  const line = choices.join(" | ");
  return line.length <= 60 ? line : choices.map((each) => `\n${indent}  | ${each}`).join("");
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema, indent: string) {
  const fields = Object.entries(properties);
  if (fields.length === 0) {
    const value =
      typeof additionalProperties === "object" ? typeText(additionalProperties, indent) : "unknown";
    return `Record<string, ${value}>`;
  }
  const inner = `${indent}  `;
  const lines = fields.map(([name, field]) => {
    const note = field.description ? `${inner}/** ${field.description} */\n` : "";
    const mark = required.includes(name) ? "" : "?";
    return `${note}${inner}${nameText(name)}${mark}: ${typeText(field, inner)};`.replaceAll(": \n", ":\n");
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

export const nameText = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A short description of a field's type with its limits: `string, up to 128 characters`. */
export function kindText(schema: Schema): string {
  const limits = limitsOf(schema);
  const kind = shortKind(schema);
  return limits ? `${kind}, ${limits}` : kind;
}

function shortKind(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(shortKind))].join(" or ");
  if (schema.format === "date") return "date, YYYY-MM-DD";
  if (schema.enum) return "string";
  if (schema.type === "array") return `list of ${schema.items?.type === "object" ? "objects" : "strings"}`;
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  return schema.type ?? "any";
}

const number = new Intl.NumberFormat("en");
/** Larger limits are technical, such as the safe integers of JavaScript, and are not shown. */
const vast = 1e9;

function limitsOf({ anyOf, maxLength, minimum, maximum, minItems, maxItems }: Schema): string {
  if (anyOf) return anyOf.map(limitsOf).find((limits) => limits !== "") ?? "";
  if (maxLength !== undefined) return `up to ${number.format(maxLength)} characters`;
  if (maxItems !== undefined) return `${minItems ?? 0} to ${number.format(maxItems)} entries`;
  const max = maximum !== undefined && maximum < vast ? maximum : undefined;
  if (minimum !== undefined && max !== undefined) return `${number.format(minimum)} to ${number.format(max)}`;
  if (minimum !== undefined && minimum > -vast)
    return minimum < 1e-6 && minimum > 0 ? "above 0" : `at least ${minimum}`;
  return max === undefined ? "" : `up to ${number.format(max)}`;
}
