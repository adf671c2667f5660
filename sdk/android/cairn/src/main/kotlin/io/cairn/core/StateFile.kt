package io.cairn.core

import io.cairn.Attribution
import io.cairn.Consent
import java.io.IOException

/** The stored state, apart from the queued calls. */
internal data class StoredState(
    val install: String,
    /** By the device's clock. */
    val installedAt: Double,
    val enabled: Boolean = true,
    val consent: Consent? = null,
    val released: Boolean = false,
    /** The last identified user. */
    val user: String? = null,
    /** The server's time minus the device's. */
    val skew: Double? = null,
    val attribution: Attribution.Decided? = null,
    val attributionAt: Double = 0.0,
    /** The app was started with Cairn before. */
    val isStarted: Boolean = false,
    /** The deferred link was passed to the app, or there is none. */
    val isDeferredDelivered: Boolean = false,
    /** Calls dropped for lack of space, not reported to the server yet. */
    val dropped: Int = 0,
    /** Late evidence was sent. */
    val isLateSent: Boolean = false,
) {
    fun toJson(): Map<String, Any?> = mapOf(
        "install" to install,
        "installedAt" to installedAt,
        "enabled" to enabled,
        "consent" to consent?.let {
            mapOf(
                "eea" to it.eea,
                "adUserData" to it.adUserData,
                "adPersonalization" to it.adPersonalization,
                "adStorage" to it.adStorage,
                "usOptOut" to it.usOptOut,
                "isChild" to it.isChild,
                "tcString" to it.tcString,
                "gppString" to it.gppString,
            ).filterValues { value -> value != null }
        },
        "released" to released,
        "user" to user,
        "skew" to skew,
        "attribution" to attribution?.let { mapOf("answer" to it.toJson(), "at" to attributionAt) },
        "isStarted" to isStarted,
        "isDeferredTold" to isDeferredDelivered,
        "dropped" to dropped,
        "isLateTold" to isLateSent,
    )

    /** Keys that another version or package did not write keep their values. */
    fun with(fields: Map<String, Any?>): StoredState {
        fun number(name: String) = (fields[name] as? Number)?.toDouble()
        fun flag(name: String, default: Boolean) = fields[name] as? Boolean ?: default
        val decision = objectOf(fields["attribution"])
        return StoredState(
            install = fields["install"] as? String ?: install,
            installedAt = number("installedAt") ?: installedAt,
            enabled = flag("enabled", enabled),
            consent = consentOf(fields["consent"]),
            released = flag("released", released),
            user = fields["user"] as? String,
            skew = number("skew"),
            attribution = decidedOf(decision?.get("answer")),
            attributionAt = (decision?.get("at") as? Number)?.toDouble() ?: 0.0,
            isStarted = flag("isStarted", isStarted),
            isDeferredDelivered = flag("isDeferredTold", isDeferredDelivered),
            dropped = number("dropped")?.toInt() ?: dropped,
            isLateSent = flag("isLateTold", isLateSent),
        )
    }
}

/** Reads the stored format. */
internal fun consentOf(value: Any?): Consent? = objectOf(value)?.let {
    Consent(
        it["eea"] as? Boolean,
        it["adUserData"] as? Boolean,
        it["adPersonalization"] as? Boolean,
        it["adStorage"] as? Boolean,
        it["usOptOut"] as? Boolean,
        it["isChild"] as? Boolean,
        it["tcString"] as? String,
        it["gppString"] as? String,
    )
}

/**
 * Stored as one file, which is always replaced as a whole. Its name and keys are those of all earlier versions. Used on
 * Cairn's thread only.
 */
internal class StateFile private constructor(private val files: Files, private val log: Logger, value: StoredState) {
    var value = value
        private set
    private var isCleared = false

    fun change(change: StoredState.() -> StoredState) {
        // Work in progress after forgetMe must not restore the file.
        if (isCleared) return
        value = value.change()
        try {
            files.replace(NAME, Json.write(value.toJson()))
        } catch (full: IOException) {
            // The change then applies to this process only.
            log(Level.ERROR, "the stored state could not be written: $full")
        }
    }

    fun clear() {
        isCleared = true
        try {
            files.remove(NAME)
        } catch (failed: IOException) {
            log(Level.ERROR, "the stored state could not be removed: $failed")
        }
    }

    companion object {
        private const val NAME = "cairn-kept.json"

        fun open(files: Files, scheduler: Scheduler, log: Logger): StateFile {
            val fresh = StoredState(install = scheduler.uuid(), installedAt = scheduler.wall())
            val text = try {
                files.read(NAME)
            } catch (unreadable: IOException) {
                log(Level.ERROR, "the stored state could not be read: $unreadable")
                return StateFile(files, log, fresh)
            }
            // The file is always replaced as a whole, so invalid JSON counts as a missing file.
            val fields = text?.let { objectOf(Json.readOrNull(it)) }
            val state = StateFile(files, log, if (fields == null) fresh else fresh.with(fields))
            if (fields == null) state.change { this }
            return state
        }
    }
}
