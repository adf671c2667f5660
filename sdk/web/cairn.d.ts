/** An ad's parameters from the visitor's landing address, with its page and time. */
export type Touch = { params: Record<string, string>; page: string; at: number };

export type BannerOptions = {
  title: string;
  text?: string | undefined;
  /** The button's text (default: `Open`). */
  button?: string | undefined;
  /** The close button's name for screen readers (default: `Close`). */
  close?: string | undefined;
  /** An `https` address of the app's icon. */
  icon?: string | undefined;
  /** A Cairn link (default: the script's `data-link`). */
  link?: string | undefined;
  position?: "top" | "bottom" | undefined;
  /** Shows the banner on desktops, too. */
  everywhere?: boolean | undefined;
};

export type CairnWeb = {
  touches(): { first: Touch | null; last: Touch | null };
  /** A Cairn link with the visitor's ad parameters and the page. Other text is returned unchanged. */
  link(link: string): string;
  /**
   * True keeps touches and the visitor's ID beyond this tab, for `data-days`. With `data-consent="wait"` it also sends
   * the visit and the calls of this page; calls of earlier pages are not stored. False deletes all stored data and
   * unsent calls.
   */
  consent(isGiven: boolean): void;
  /**
   * Reports an action of the visitor. Returns false with a console warning if it is not sent: without a `data-token`,
   * or if the server would reject it.
   */
  event(name: string, data?: Record<string, unknown>): boolean;
  /** Your ID for the user, the same as in the app. It connects the visitor to the user's install. */
  identify(user: string): boolean;
  /**
   * Returns false if the banner is not shown: it was closed within 14 days, there is no link, or this is not a phone.
   */
  banner(options: BannerOptions): boolean;
};

/** The parts of the IAB's functions that the script uses. */
type TcfEvent = {
  eventStatus?: string;
  tcString?: string;
  gdprApplies?: boolean;
  purpose?: { consents?: Record<number, boolean> };
};
type GppEvent = {
  pingData?: { signalStatus?: string; gppString?: string; applicableSections?: number[] };
};

declare global {
  interface Window {
    /** Of the page's consent platform. */
    __tcfapi?: (command: string, version: number, listen: (data: TcfEvent, isFine: boolean) => void) => void;
    __gpp?: (command: string, listen: (data: GppEvent, isFine: boolean) => void) => void;
    /** Set once the script has run; the document then gets the event `cairn`. */
    cairn?: CairnWeb;
  }
}
