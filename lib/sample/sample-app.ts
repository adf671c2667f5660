import type { Project } from "@/lib/accounts/access/project";

/** A project whose activity is generated: the demo, or a sample project. */
export type SampleApp = {
  project: Project;
  domain: string;
  /** Display IDs are unique in an account, so those of a sample project end with this text. */
  suffix?: string;
  /** The share of the planned activity. All of it by default. */
  share?: number;
  /** Installs have Apple's token, of which Apple is not queried because its answer is stored with it. */
  appleTokens?: boolean;
};

export const displayIdOf = ({ suffix = "" }: Pick<SampleApp, "suffix">, plan: string) => `${plan}${suffix}`;
