import manifest from "@/package.json" with { type: "json" };

/** The running release. The number is stored only in package.json. */
export const version: string = manifest.version;
