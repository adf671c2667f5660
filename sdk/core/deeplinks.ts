import type { Logger } from "./platform";

export type Deeplink = {
  url: string;
  /** True if the user followed the link before the app was installed. */
  isDeferred: boolean;
  /** True for a probabilistic match, so the link may be another person's. Do not show personal data because of it. */
  isGuess: boolean;
};

/** Passes each link to the app once: immediately, or when the app begins to listen. */
export class Deeplinks {
  private readonly log: Logger;
  private readonly listeners = new Set<(link: Deeplink) => void>();
  private waiting: { link: Deeplink; onDelivery: () => void }[] = [];

  constructor(log: Logger) {
    this.log = log;
  }

  /** `onDelivery` is called before the app, because a crash should lose a link rather than open it twice. */
  deliver(link: Deeplink, onDelivery: () => void = () => undefined): void {
    if (this.listeners.size === 0) this.waiting.push({ link, onDelivery });
    else this.callListeners(link, onDelivery);
  }

  listen(listener: (link: Deeplink) => void): () => void {
    if (typeof listener !== "function") {
      this.log("warn", "onDeeplink needs a function");
      return () => undefined;
    }
    this.listeners.add(listener);
    const waiting = this.waiting;
    this.waiting = [];
    for (const { link, onDelivery } of waiting) this.callListeners(link, onDelivery);
    return () => void this.listeners.delete(listener);
  }

  clear(): void {
    this.waiting = [];
  }

  private callListeners(link: Deeplink, onDelivery: () => void): void {
    onDelivery();
    for (const listener of this.listeners) {
      try {
        listener(link);
      } catch (error) {
        this.log("error", `the app's link handler failed: ${String(error)}`);
      }
    }
  }
}
