export type ClientTarget = { server: string; token: string };

export type Block = { title: string; code: string };

export type ClientGuide = {
  label: string;
  note: string;
  /** From nothing to the first event. Packages come from where the dashboard is, which links' domains need not be. */
  begin: (target: ClientTarget, dashboard: string) => Block[];
  /** The rest of what can be said. */
  use?: Block;
  /** Where to put the key, in a project that accepts signed calls only. */
  signing: string;
};
