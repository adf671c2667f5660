/** What a client is made for: a project's token and where its calls go. */
export type ClientTarget = { server: string; token: string };
