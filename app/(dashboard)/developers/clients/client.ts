export type ClientTarget = { server: string; token: string };

export type CodeBlock = { title: string; code: string };

export type ClientGuide = {
  label: string;
  note: string;
  /**
   * From the start to the first event. Packages come from the dashboard's host, because link domains may not serve
   * them.
   */
  begin: (target: ClientTarget, dashboard: string) => CodeBlock[];
  /** Further calls. */
  use?: CodeBlock;
  /** Instructions for the key, in a project that requires signed calls. */
  signing: string;
};
