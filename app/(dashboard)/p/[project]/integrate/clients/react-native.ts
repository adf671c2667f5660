import type { ClientTarget } from "./client";

/** The package is this server's own; kept in the app's repository it stays what it is when the server is upgraded. */
export const reactNativeInstall = ({ server }: ClientTarget) => `curl -O ${server}/sdk/cairn-react-native.tgz
npm install ./cairn-react-native.tgz`;

export const reactNativeStart = ({
  server,
  token,
}: ClientTarget) => `import { cairn } from "@cairn/react-native";

cairn.start({ server: ${JSON.stringify(server)}, token: ${JSON.stringify(token)} });
cairn.event("trail_finished", { km: 12.4 });
`;

export const reactNativeUse = () => `// Where did this install come from?
const attribution = await cairn.attribution(1500);

// Links that open the app, and the one that was followed before it was installed
cairn.onDeeplink(({ url, isGuess }) => navigate(url));

cairn.identify({ id: "user-42", name: "Ada" });
cairn.payment({ id: "order-1001", amount: 9.99, type: "FIRST_PAYMENT" });
cairn.removePayment("order-1001"); // refunded
cairn.setConsent({ eea: true, adUserData: true, adPersonalization: false });
`;
