export type DemoUser = {
  instance: string;
  user: string | null;
  platform: "ANDROID" | "IOS";
  installedOn: number;
  signUps: number;
  pays: number;
  loyal: number;
  device: Record<string, unknown>;
  subscribed: "month" | "year" | "ended" | null;
};

export const people = [
  "Ada",
  "Bela",
  "Chiara",
  "Dario",
  "Elin",
  "Farid",
  "Greta",
  "Hugo",
  "Ines",
  "Jonas",
  "Kaja",
  "Luca",
  "Mira",
  "Nils",
];
