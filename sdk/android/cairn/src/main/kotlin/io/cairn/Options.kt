package io.cairn

/** The server that receives the app's data, and how. */
class Options @JvmOverloads constructor(
    /** The address of your Cairn server, such as `https://links.example.com`. */
    val server: String,
    /** The project's app token. */
    val token: String,
    /** Required if the project requires signed calls. */
    val key: SigningKey? = null,
    /** Nothing is sent before `setConsent`, or `setEnabled(true)`. */
    val waitForConsent: Boolean = false,
    /** Marks all calls as sent by a debug build. */
    val testMode: Boolean = false,
    /** Additional sources of device data: `cairn-gaid`, `cairn-meta`, or your own. */
    val evidence: List<Evidence> = emptyList(),
)

class SigningKey(val id: String, val secret: String)

/** The user's consent. Fields that were not asked for are null. */
data class Consent @JvmOverloads constructor(
    /** The user is in the European Economic Area, the UK or Switzerland. */
    val eea: Boolean? = null,
    val adUserData: Boolean? = null,
    val adPersonalization: Boolean? = null,
    val adStorage: Boolean? = null,
    /** The user opted out of the sale or sharing of their data, or of targeted ads, under the law of a US state. */
    val usOptOut: Boolean? = null,
    /** The user is a child: nothing is sent to ad networks. */
    val isChild: Boolean? = null,
    /** The TC string of your consent platform (`IABTCF_TCString`). */
    val tcString: String? = null,
    /** The GPP string of your consent platform (`IABGPP_HDR_GppString`). */
    val gppString: String? = null,
)

/** [data] is any other data about the user. */
class User @JvmOverloads constructor(
    val id: String,
    val name: String? = null,
    val email: String? = null,
    val phone: String? = null,
    val data: Map<String, Any?> = emptyMap(),
)

/** Google Play's proof of a purchase: its token, with the product and the app. */
class StorePurchase @JvmOverloads constructor(
    val purchaseToken: String,
    val productId: String,
    val packageName: String? = null,
)

class Payment @JvmOverloads constructor(
    /** The ID from the store or your server. Repeats of the same ID count once. */
    val id: String,
    /** In [currency]. */
    val amount: Double,
    val type: Type? = null,
    /** Send the final status, once. */
    val status: Status? = null,
    val data: Map<String, Any?> = emptyMap(),
    /** ISO 4217, such as `EUR` (default: the project's currency). */
    val currency: String? = null,
    /** The server checks it with the store, and counts the purchase once. */
    val storePurchase: StorePurchase? = null,
) {
    enum class Type {
        FIRST_PAYMENT,
        SECOND_PAYMENT,
        ONE_TIME,
        RECURRING,
        WALLET_TOPUP,
        FUNDS_WITHDRAWAL,
        SUBSCRIPTION_CREATED,
        SUBSCRIPTION_RENEWED,
        SUBSCRIPTION_CANCELLED,
        SUBSCRIPTION_REFUNDED,
        SUBSCRIPTION_BILLING_ISSUE,
        DEFAULT,
    }

    enum class Status { INITIATED, COMPLETED, FAILED, CANCELLED }
}

/** The revenue of an ad impression, as the ad SDK reports it. */
class AdRevenue @JvmOverloads constructor(
    /** In [currency]. AdMob's micros divided by 1,000,000. */
    val amount: Double,
    /** ISO 4217 (default: the project's currency). AppLovin MAX reports in `USD`. */
    val currency: String? = null,
    /** The ad network that paid for the impression. */
    val network: String? = null,
    /** Your name for the place in the app. */
    val placement: String? = null,
    val adUnit: String? = null,
    val adFormat: String? = null,
    /** The ad SDK's own word or number for how exact the amount is. */
    val precision: String? = null,
)

/** The attribution of an install. */
sealed class Attribution {
    /** The server has not decided. */
    data class Pending(val retryAfterMs: Long?) : Attribution()

    data class Decided(
        /** A network's code, `LINK` for a campaign without a network, or `ORGANIC`. */
        val source: String,
        val campaign: Campaign?,
        /** The campaign's destination within the app. */
        val deeplink: String?,
        /**
         * True for a probabilistic match, which may be another person's click. Null if the server does not report it.
         */
        val isGuess: Boolean?,
    ) : Attribution()

    data class Campaign(val id: String, val name: String, val adSet: String, val creative: String)
}

data class Deeplink(
    val url: String,
    /** True if the user followed the link before the app was installed. */
    val isDeferred: Boolean,
    /** True for a probabilistic match, so the link may be another person's. Do not show personal data because of it. */
    val isGuess: Boolean,
)

enum class LogLevel { OFF, ERROR, WARN, INFO }
