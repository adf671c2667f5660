/** An ad's parameters as they stood in the address when the visitor came, and where and when that was. */
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
  /** On desktops, too. */
  everywhere?: boolean | undefined;
};

export type CairnWeb = {
  touches(): { first: Touch | null; last: Touch | null };
  /** A Cairn link with the visitor's ad parameters and the page. Other text is returned unchanged. */
  link(link: string): string;
  /**
   * True: touches and the visitor's id are kept beyond this tab, for `data-days`, and with `data-consent="wait"` the visit
   * and what was called on this page is sent. Calls of earlier pages are not: nothing of them is stored before. False: what
   * was kept, and what was not sent yet, is deleted.
   */
  consent(isGiven: boolean): void;
  /**
   * Reports what the visitor did. False: it is not sent, for the script has no `data-token`, or the server would refuse it;
   * then the console has a warning.
   */
  event(name: string, data?: Record<string, unknown>): boolean;
  /** Your id for the user, the same that the app identifies: joins the visitor with the user's install. */
  identify(user: string): boolean;
  /** False: it is not shown, for it was closed within 14 days, there is no link, or this is no phone. */
  banner(options: BannerOptions): boolean;
};

declare global {
  interface Window {
    /** Set once the script has run; the document then gets the event `cairn`. */
    cairn?: CairnWeb;
  }
}
