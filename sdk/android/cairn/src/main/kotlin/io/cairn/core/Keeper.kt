package io.cairn.core

import io.cairn.Attribution
import io.cairn.Consent
import java.io.IOException

/** What outlives the process, beside the calls that wait. */
internal data class Kept(
    val install: String,
    /** By the wall clock of the device. */
    val installedAt: Double,
    val enabled: Boolean = true,
    val consent: Consent? = null,
    val released: Boolean = false,
    /** The user who was identified last. */
    val user: String? = null,
    /** Server's time minus the wall clock. */
    val skew: Double? = null,
    val attribution: Attribution.Decided? = null,
    val attributionAt: Double = 0.0,
    /** The app was started with Cairn before. */
    val isStarted: Boolean = false,
    /** The deferred link was given to the app, or there is none. */
    val isDeferredTold: Boolean = false,
    /** Calls dropped for lack of space, not reported to the server yet. */
    val dropped: Int = 0,
    /** Late evidence was handed on. */
    val isLateTold: Boolean = false,
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
            ).filterValues { answer -> answer != null }
        },
        "released" to released,
        "user" to user,
        "skew" to skew,
        "attribution" to attribution?.let { mapOf("answer" to it.toJson(), "at" to attributionAt) },
        "isStarted" to isStarted,
        "isDeferredTold" to isDeferredTold,
        "dropped" to dropped,
        "isLateTold" to isLateTold,
    )

    /** What another version or package left out stays as it is here. */
    fun with(fields: Map<String, Any?>): Kept {
        fun number(name: String) = (fields[name] as? Number)?.toDouble()
        fun flag(name: String, otherwise: Boolean) = fields[name] as? Boolean ?: otherwise
        val decision = objectOf(fields["attribution"])
        return Kept(
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
            isDeferredTold = flag("isDeferredTold", isDeferredTold),
            dropped = number("dropped")?.toInt() ?: dropped,
            isLateTold = flag("isLateTold", isLateTold),
        )
    }
}

/** By the names of the vectors. */
internal fun consentOf(value: Any?): Consent? = objectOf(value)?.let {
    Consent(
        it["eea"] as? Boolean,
        it["adUserData"] as? Boolean,
        it["adPersonalization"] as? Boolean,
        it["adStorage"] as? Boolean,
    )
}

/** Kept as one file that is replaced whole. Used by Cairn's thread alone. */
internal class Keeper private constructor(private val files: Files, private val log: Logger, value: Kept) {
    var value = value
        private set
    private var isForgotten = false

    fun change(change: Kept.() -> Kept) {
        // Work in progress after forgetMe must not restore the file.
        if (isForgotten) return
        value = value.change()
        try {
            files.replace(NAME, Json.write(value.toJson()))
        } catch (full: IOException) {
            // It holds for this process alone.
            log(Level.ERROR, "the stored state could not be written: $full")
        }
    }

    fun forget() {
        isForgotten = true
        try {
            files.remove(NAME)
        } catch (stuck: IOException) {
            log(Level.ERROR, "the stored state could not be removed: $stuck")
        }
    }

    companion object {
        private const val NAME = "cairn-kept.json"

        fun open(files: Files, turns: Turns, log: Logger): Keeper {
            val fresh = Kept(install = turns.uuid(), installedAt = turns.wall())
            val text = try {
                files.read(NAME)
            } catch (unreadable: IOException) {
                log(Level.ERROR, "the stored state could not be read: $unreadable")
                return Keeper(files, log, fresh)
            }
            // Replaced whole, it is ours or was made by nobody: text that is no JSON is as good as no file.
            val fields = text?.let { objectOf(Json.readOrNull(it)) }
            val keeper = Keeper(files, log, if (fields == null) fresh else fresh.with(fields))
            if (fields == null) keeper.change { this }
            return keeper
        }
    }
}
