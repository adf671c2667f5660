package io.cairn

/** Where the app's activity goes. */
class Options @JvmOverloads constructor(
    /** The address of your Cairn, such as `https://links.example.com`. */
    val server: String,
    /** The app token of the project. */
    val token: String,
    /** Where the project requires signed calls. */
    val key: SigningKey? = null,
    /** Nothing leaves the device before `setConsent`, or `setEnabled(true)`. */
    val waitForConsent: Boolean = false,
    /** Marks what is sent as made by a build for debugging. */
    val testMode: Boolean = false,
    /** Further sources of device data: those of `cairn-gaid` and `cairn-meta`, or your own. */
    val evidence: List<Evidence> = emptyList(),
)

class SigningKey(val id: String, val secret: String)

/** What a person was asked and said. Null was not asked. */
data class Consent @JvmOverloads constructor(
    /** The person is in the European Economic Area, the UK or Switzerland. */
    val eea: Boolean? = null,
    val adUserData: Boolean? = null,
    val adPersonalization: Boolean? = null,
    val adStorage: Boolean? = null,
)

/** [data] is anything else about the person. */
class User @JvmOverloads constructor(
    val id: String,
    val name: String? = null,
    val email: String? = null,
    val phone: String? = null,
    val data: Map<String, Any?> = emptyMap(),
)

class Payment @JvmOverloads constructor(
    /** From the store or your server: repeats of the same ID count once. */
    val id: String,
    /** In [currency]. */
    val amount: Double,
    val type: Type? = null,
    /** Send the final one, once. */
    val status: Status? = null,
    val data: Map<String, Any?> = emptyMap(),
    /** ISO 4217, such as `EUR`; the project's without it. */
    val currency: String? = null,
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

/** Where this install came from. */
sealed class Attribution {
    /** The server has not decided. */
    data class Pending(val retryAfterMs: Long?) : Attribution()

    data class Decided(
        /** A network's code, `LINK` for a campaign of no network, or `ORGANIC`. */
        val source: String,
        val campaign: Campaign?,
        /** Where the campaign leads within the app. */
        val deeplink: String?,
        /** True: a likelihood decided, so that it may be somebody else's click. Null: the server does not say. */
        val isGuess: Boolean?,
    ) : Attribution()

    data class Campaign(val id: String, val name: String, val adSet: String, val creative: String)
}

data class Deeplink(
    val url: String,
    /** The person followed it before the app was installed. */
    val isDeferred: Boolean,
    /** A likelihood says so, and it may be a stranger's. Show nothing personal by it. */
    val isGuess: Boolean,
)

enum class LogLevel { OFF, ERROR, WARN, INFO }
