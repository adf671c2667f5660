package io.cairn.core

import io.cairn.Consent

/** `KEEP`: calls wait on the device. `DROP`: they are not even kept. */
internal enum class Gate {
    SEND, KEEP, DROP;

    companion object {
        /** [released]: `setEnabled(true)` says that sending may begin, whatever was asked. */
        fun of(enabled: Boolean, waitForConsent: Boolean, consent: Consent?, released: Boolean): Gate = when {
            !enabled -> DROP
            waitForConsent && consent == null && !released -> KEEP
            else -> SEND
        }
    }
}

/** Names by which networks know the one who sees ads. */
private val advertisingIds = listOf("gaid", "idfa", "meta_install_referrer")

/** The device data for receivers without consent for ads: everything except advertising IDs. */
internal fun withConsent(device: Map<String, Any?>, consent: Consent?): Map<String, Any?> {
    val told = if (consent == null) device else device + consent.toWire()
    val isRefused = consent?.adUserData == false || consent?.adStorage == false
    return if (isRefused) told - advertisingIds.toSet() else told
}

/** As the server reads it. Unasked fields are not sent. */
internal fun Consent.toWire(): Map<String, Any?> = mapOf(
    "eea" to eea,
    "ad_user_data" to adUserData,
    "ad_personalization" to adPersonalization,
    "ad_storage" to adStorage,
).filterValues { it != null }
