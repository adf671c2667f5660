package io.cairn.flutter

import io.cairn.AdRevenue
import io.cairn.Consent
import io.cairn.Options
import io.cairn.Payment
import io.cairn.SigningKey
import io.cairn.StorePurchase
import io.cairn.User
import io.cairn.meta.MetaReferrer
import io.flutter.plugin.common.MethodCall

/** The arguments of a call from Dart, as values of the package for Android. */
internal class CallArguments(private val call: MethodCall) {
    fun text(name: String): String = textOrNull(name).orEmpty()

    fun number(name: String): Double? = call.argument<Number>(name)?.toDouble()

    fun flag(name: String): Boolean? = call.argument<Boolean>(name)

    fun data(): Map<String, Any?> = call.argument<Map<String, Any?>>("data").orEmpty()

    fun options(): Options {
        val key = call.argument<Map<String, String>>("key")
        return Options(
            text("server"),
            text("token"),
            key?.let { SigningKey(it["id"].orEmpty(), it["secret"].orEmpty()) },
            flag("waitForConsent") == true,
            flag("testMode") == true,
            listOfNotNull(advertisingId(), textOrNull("metaAppId")?.let(::MetaReferrer)),
        )
    }

    fun user() = User(text("id"), textOrNull("name"), textOrNull("email"), textOrNull("phone"), data())

    fun payment() = Payment(
        text("id"),
        number("amount") ?: 0.0,
        textOrNull("type")?.let(Payment.Type::valueOf),
        textOrNull("status")?.let(Payment.Status::valueOf),
        data(),
        textOrNull("currency"),
        storePurchase(),
    )

    fun adRevenue() = AdRevenue(
        number("amount") ?: 0.0,
        textOrNull("currency"),
        textOrNull("network"),
        textOrNull("placement"),
        textOrNull("adUnit"),
        textOrNull("adFormat"),
        textOrNull("precision"),
    )

    private fun storePurchase(): StorePurchase? {
        val fields = call.argument<Map<String, String?>>("storePurchase").orEmpty()
        val token = fields["purchaseToken"] ?: return null
        return StorePurchase(token, fields["productId"].orEmpty(), fields["packageName"])
    }

    fun consent() = Consent(
        flag("eea"),
        flag("adUserData"),
        flag("adPersonalization"),
        flag("adStorage"),
        flag("usOptOut"),
        flag("isChild"),
        textOrNull("tcString"),
        textOrNull("gppString"),
    )

    private fun textOrNull(name: String): String? = call.argument<String>(name)
}
