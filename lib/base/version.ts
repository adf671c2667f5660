import manifest from "@/package.json" with { type: "json" };

/** Which release this is; package.json is the only place that says it. */
export const version: string = manifest.version;
