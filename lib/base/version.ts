import manifest from "@/package.json" with { type: "json" };

/** The running release. Only package.json holds the number. */
export const version: string = manifest.version;
