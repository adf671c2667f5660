export type ClientTarget = { server: string; token: string };
