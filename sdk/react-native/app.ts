import { Cairn } from "../core/cairn";
import type { Platform } from "../core/platform";
import type { Options } from "../core/session";

/** The used part of React Native's `Linking`. */
export type Links = {
  getInitialURL(): Promise<string | null>;
  addEventListener(kind: "url", callback: (event: { url: string }) => void): unknown;
};

/** The core, with React Native's links that open the app. */
export class ReactNativeCairn extends Cairn {
  private links: Links | null = null;
  private readonly readPasted: (() => Promise<string | null>) | null;

  constructor(platform: Platform, readPasted: (() => Promise<string | null>) | null = null) {
    super(platform);
    this.readPasted = readPasted;
  }

  /** Sends all links to `onDeeplink`. */
  listenTo(links: Links): this {
    this.links = links;
    links.addEventListener("url", ({ url }) => void this.handleLink(url));
    return this;
  }

  /** Without a text it reads the clipboard, on iOS after a system prompt. Call it after a tap. */
  override async pasteLink(text?: string): Promise<boolean> {
    const pasted = text ?? (await this.pasted());
    return pasted === null ? false : super.pasteLink(pasted);
  }

  private async pasted(): Promise<string | null> {
    try {
      return (await this.readPasted?.()) ?? null;
    } catch {
      // The user declined.
      return null;
    }
  }

  override async start(options: Options): Promise<void> {
    const link = options?.link === undefined ? await this.initialLink() : options.link;
    return super.start({ ...options, link });
  }

  private async initialLink(): Promise<string | null> {
    try {
      return (await this.links?.getInitialURL()) ?? null;
    } catch {
      // The system has no initial link; later links arrive as events.
      return null;
    }
  }
}
