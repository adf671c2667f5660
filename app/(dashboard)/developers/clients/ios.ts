import { t } from "@/lib/base/languages/texts";
import type { ClientGuide } from "./client";

export const ios: ClientGuide = {
  label: "iOS",
  note: t(
    "A Swift package: in Xcode, choose File › Add Package Dependencies › Add Local, then the folder cairn-swift. Sends Apple’s ad attribution token and applies conversion values. Add CairnTracking to ask for the advertising ID.",
  ),
  begin: ({ server, token }, dashboard) => [
    { title: "Terminal", code: `curl -fsS ${dashboard}/sdk/cairn-swift.tgz | tar -xz` },
    {
      title: "App.swift",
      code: `import Cairn

Cairn.start(.init(server: ${swiftText(server)}, token: ${swiftText(token)}))
Cairn.event("trail_finished", ["km": 12.4])`,
    },
  ],
  use: {
    title: "Usage",
    code: `// The campaign of this install
Cairn.attribution { if case .decided(let decision) = $0 { print(decision.source) } }

// Links that open the app, including the one followed before the install
Cairn.onDeeplink { link in if !link.isGuess { navigate(link.url) } }
Cairn.handleLink(url) // in onOpenURL, or where your scene is given links

// Where link pages offer to copy the link: in paste(itemProviders:) of your UIPasteControl's target
Cairn.pasteLink(from: itemProviders)

Cairn.identify(.init(id: "user-42", name: "Ada"))
Cairn.payment(.init(id: "order-1001", amount: 9.99, currency: "EUR", type: .firstPayment))
Cairn.removePayment("order-1001") // refunded
Cairn.setConsent(.init(eea: true, adUserData: true, adPersonalization: false))`,
  },
  signing: "Give start the key, too: key: .init(id:secret:).",
};

/** A backslash starts an expression in Swift strings, and JSON escapes it. */
const swiftText = (text: string) => JSON.stringify(text);
