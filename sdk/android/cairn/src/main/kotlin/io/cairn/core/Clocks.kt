package io.cairn.core

import java.text.ParsePosition
import java.text.SimpleDateFormat
import java.util.Locale
import java.util.TimeZone
import kotlin.math.abs
import kotlin.math.min

/** The time of a call by both clocks, with the known error of the wall clock. */
internal data class CallTime(
    val wall: Double,
    val monotonic: Double,
    /** The ID of the process, because the monotonic clock can restart with each. */
    val run: String,
    /** The server's time minus the wall clock, if known. */
    val skew: Double?,
) {
    fun toJson(): Map<String, Any?> = mapOf("wall" to wall, "monotonic" to monotonic, "run" to run, "skew" to skew)

    companion object {
        fun of(value: Any?): CallTime? {
            val fields = objectOf(value) ?: return null
            val wall = fields["wall"] as? Number ?: return null
            val monotonic = fields["monotonic"] as? Number ?: return null
            val run = fields["run"] as? String ?: return null
            return CallTime(wall.toDouble(), monotonic.toDouble(), run, (fields["skew"] as? Number)?.toDouble())
        }
    }
}

internal object Clocks {
    /**
     * The server's time of a call, in milliseconds. Within one process the monotonic clock gives its age, even if the
     * wall clock was changed. After a restart only the wall clock remains, with its known correction. The result is
     * never in the future.
     */
    fun serverTimeOf(made: CallTime, now: CallTime): Long {
        val present = now.wall + (now.skew ?: 0.0)
        val then =
            if (made.run == now.run) present - (now.monotonic - made.monotonic)
            else made.wall + (made.skew ?: now.skew ?: 0.0)
        return Math.round(min(then, present))
    }

    /**
     * The error of the wall clock, from the `Date` of a response and the middle of the request. The header has whole
     * seconds, so less than two seconds is no error.
     */
    fun skewOf(date: String?, sentAt: Double, receivedAt: Double): Double? {
        val time = date?.let(::httpDate) ?: return null
        val skew = Math.round(time + 500 - (sentAt + receivedAt) / 2).toDouble()
        return if (abs(skew) < 2_000) 0.0 else skew
    }

    /** A date in HTTP's format, in milliseconds. */
    fun httpDate(text: String): Double? {
        val format = SimpleDateFormat("EEE, dd MMM yyyy HH:mm:ss zzz", Locale.US)
        format.timeZone = TimeZone.getTimeZone("GMT")
        return format.parse(text.trim(), ParsePosition(0))?.time?.toDouble()
    }
}
