import type { ClientGuide } from "./client";

export const androidGuide: ClientGuide = {
  label: "Android",
  note: t(
    "For Kotlin and Java. Sends Google Play’s install referrer and opens deferred links. Add :cairn-gaid for the advertising ID, :cairn-meta for the referrer of Meta’s apps.",
  ),
  begin: ({ server, token }, dashboard) => [
    { title: "Terminal", code: `curl -fsS ${dashboard}/sdk/cairn-android.tgz | tar -xz` },
    {
      title: "Gradle",
      code: `apply(from = "cairn-android/include.gradle") // settings.gradle.kts
implementation(project(":cairn")) // dependencies of app/build.gradle.kts`,
    },
    {
      title: "App.kt",
      code: `import android.app.Application
import io.cairn.*

class App : Application() {
    override fun onCreate() {
        super.onCreate()
        val options = Options(server = ${kotlinText(server)}, token = ${kotlinText(token)})
        Cairn.start(this, options)
        Cairn.event("trail_finished", mapOf("km" to 12.4))
    }
}`,
    },
  ],
  use: {
    title: "Usage",
    code: `// The campaign of this install
Cairn.attribution(1_500) { if (it is Attribution.Decided) println(it.source) }

// Links that open the app, including the one followed before the install
Cairn.onDeeplink { link -> if (!link.isGuess) navigate(link.url) }

Cairn.identify(User(id = "user-42", name = "Ada"))
Cairn.payment(Payment(id = "order-1001", amount = 9.99, type = Payment.Type.FIRST_PAYMENT))
Cairn.removePayment("order-1001") // refunded
Cairn.setConsent(Consent(eea = true, adUserData = true, adPersonalization = false))`,
  },
  signing: "Give Options the key, too: key = SigningKey(id, secret).",
};

import { t } from "@/lib/base/languages/texts";

/** A dollar sign starts a variable in Kotlin strings. */
function kotlinText(text: string): string {
  return JSON.stringify(text).replaceAll("$", "\\$");
}
