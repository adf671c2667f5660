package io.cairn.core

import io.cairn.Consent

/** `KEEP`: calls wait on the device. `DROP`: calls are not stored. */
internal enum class Permission {
    SEND, KEEP, DROP;

    companion object {
        /** [released]: `setEnabled(true)` allows sending, even before the user was asked. */
        fun of(enabled: Boolean, waitForConsent: Boolean, consent: Consent?, released: Boolean): Permission = when {
            !enabled -> DROP
            waitForConsent && consent == null && !released -> KEEP
            else -> SEND
        }
    }
}

/** IDs by which ad networks recognize a user. */
private val advertisingIds = listOf("gaid", "idfa", "meta_install_referrer")

/** The device data for receivers without consent for ads: everything except advertising IDs. */
internal fun withConsent(device: Map<String, Any?>, consent: Consent?): Map<String, Any?> {
    val sent = if (consent == null) device else device + consent.toWire()
    val isRefused = consent?.adUserData == false || consent?.adStorage == false || consent?.isChild == true
    return if (isRefused) sent - advertisingIds.toSet() else sent
}

/** The consent in the server's format, without missing answers. */
internal fun Consent.toWire(): Map<String, Any?> = mapOf(
    "eea" to eea,
    "ad_user_data" to adUserData,
    "ad_personalization" to adPersonalization,
    "ad_storage" to adStorage,
    "us_opt_out" to usOptOut,
    "is_child" to isChild,
    "tc_string" to tcString,
    "gpp_string" to gppString,
).filterValues { it != null }
