import { t } from "@/lib/base/languages/texts";
import type { ClientGuide } from "./client";

export const flutter: ClientGuide = {
  label: "Flutter",
  note: t(
    "A plugin for Android and iOS. Keep its folder in your repository: upgrading the server doesn’t change it.",
  ),
  begin: ({ server, token }, dashboard) => [
    {
      title: "Terminal",
      code: `curl -fsS ${dashboard}/sdk/cairn-flutter.tgz | tar -xz
flutter pub add cairn_flutter --path cairn_flutter`,
    },
    {
      title: "main.dart",
      code: `import 'package:cairn_flutter/cairn_flutter.dart';

Cairn.start(server: ${dartText(server)}, token: ${dartText(token)});
Cairn.event('trail_finished', {'km': 12.4});`,
    },
  ],
  use: {
    title: "Usage",
    code: `// The campaign of this install
final attribution = await Cairn.attribution();

// Links that open the app, including the one followed before the install
Cairn.onDeeplink((link) { if (!link.isGuess) navigate(link.url); });

// If link pages offer to copy the link: call this on a button tap, on iOS
Cairn.pasteLink();

Cairn.identify(User(id: 'user-42', name: 'Ada'));
Cairn.payment(Payment(id: 'order-1001', amount: 9.99, currency: 'EUR', type: PaymentType.firstPayment));
Cairn.removePayment('order-1001'); // refunded
Cairn.setConsent(Consent(eea: true, adUserData: true, adPersonalization: false));`,
  },
  signing: "Give start the key, too: key: SigningKey(id:, secret:).",
};

/** A dollar sign starts a variable in Dart strings. */
function dartText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("$", "\\$")}'`;
}
