package io.cairn.core

import java.text.ParsePosition
import java.text.SimpleDateFormat
import java.util.Locale
import java.util.TimeZone
import kotlin.math.abs
import kotlin.math.min

/** When a call was made: by both clocks, and what was known then of the wall clock's error. */
internal data class Moment(
    val wall: Double,
    val monotonic: Double,
    /** The process: the monotonic clock may restart in each. */
    val run: String,
    /** Server's time minus the wall clock, as far as it was known. */
    val skew: Double?,
) {
    fun toJson(): Map<String, Any?> = mapOf("wall" to wall, "monotonic" to monotonic, "run" to run, "skew" to skew)

    companion object {
        fun of(value: Any?): Moment? {
            val fields = objectOf(value) ?: return null
            val wall = fields["wall"] as? Number ?: return null
            val monotonic = fields["monotonic"] as? Number ?: return null
            val run = fields["run"] as? String ?: return null
            return Moment(wall.toDouble(), monotonic.toDouble(), run, (fields["skew"] as? Number)?.toDouble())
        }
    }
}

internal object Moments {
    /**
     * The server's time, in milliseconds, at which a call was made. Within one process the monotonic clock tells how
     * long ago that was, whatever happened to the wall clock. After a restart only the wall clock is left, corrected by
     * what was known of it. Nothing happened in the future.
     */
    fun serverTimeOf(made: Moment, now: Moment): Long {
        val present = now.wall + (now.skew ?: 0.0)
        val then =
            if (made.run == now.run) present - (now.monotonic - made.monotonic)
            else made.wall + (made.skew ?: now.skew ?: 0.0)
        return Math.round(min(then, present))
    }

    /**
     * How far the wall clock is off, by the `Date` of an answer and the time in the middle of its way. The header has
     * whole seconds, so that less than two of them is no error.
     */
    fun skewOf(date: String?, sentAt: Double, answeredAt: Double): Double? {
        val told = date?.let(::httpDate) ?: return null
        val skew = Math.round(told + 500 - (sentAt + answeredAt) / 2).toDouble()
        return if (abs(skew) < 2_000) 0.0 else skew
    }

    /** A date as HTTP writes it, in milliseconds. */
    fun httpDate(text: String): Double? {
        val format = SimpleDateFormat("EEE, dd MMM yyyy HH:mm:ss zzz", Locale.US)
        format.timeZone = TimeZone.getTimeZone("GMT")
        return format.parse(text.trim(), ParsePosition(0))?.time?.toDouble()
    }
}
