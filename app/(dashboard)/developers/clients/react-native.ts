import { t } from "@/lib/base/languages/texts";
import type { ClientGuide } from "./client";

export const reactNative: ClientGuide = {
  label: "React Native",
  note: t(
    "For React Native and Expo, with native modules. Keep the archive in your repository: upgrading the server doesn’t change it.",
  ),
  begin: ({ server, token }, dashboard) => [
    {
      title: "Terminal",
      code: `curl -O ${dashboard}/sdk/cairn-react-native.tgz
npm install ./cairn-react-native.tgz`,
    },
    {
      title: "App.tsx",
      code: `import { cairn } from "@cairn/react-native";

cairn.start({ server: ${JSON.stringify(server)}, token: ${JSON.stringify(token)} });
cairn.event("trail_finished", { km: 12.4 });`,
    },
  ],
  use: {
    title: "Usage",
    code: `// The campaign of this install
const attribution = await cairn.attribution(1500);

// Links that open the app, including the one followed before the install
cairn.onDeeplink(({ url, isGuess }) => navigate(url));

// If link pages offer to copy the link: call this on a button tap, on iOS
cairn.pasteLink();

cairn.identify({ id: "user-42", name: "Ada" });
cairn.payment({ id: "order-1001", amount: 9.99, currency: "EUR", type: "FIRST_PAYMENT" });
cairn.removePayment("order-1001"); // refunded
cairn.setConsent({ eea: true, adUserData: true, adPersonalization: false });`,
  },
  signing: "Give start the key, too: key: { id, secret }.",
};
