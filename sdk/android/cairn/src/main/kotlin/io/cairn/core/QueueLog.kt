package io.cairn.core

import java.util.zip.CRC32

internal data class QueuedCall(
    /** The position in the order of calls. */
    val number: Long,
    val path: String,
    val body: Map<String, Any?>,
    val made: CallTime,
)

internal data class ReadLog(
    /** Unsettled calls, in order. */
    val calls: List<QueuedCall>,
    /** The number of incomplete lines. Their calls were never accepted. */
    val damaged: Int,
    /** The file ends within a line, so the next line needs a line break before it. */
    val isTorn: Boolean,
    val next: Long,
)

/**
 * The file of the queue: a line for each call, and a line when one is settled. A line is a checksum and JSON, so that a
 * line cut off by a full disk or a killed process is detected.
 */
internal object QueueLog {
    fun callLine(call: QueuedCall): String = line(
        mapOf(
            "kind" to "call",
            "number" to call.number,
            "path" to call.path,
            "body" to call.body,
            "made" to call.made.toJson(),
        ),
    )

    fun settledLine(numbers: List<Long>): String = line(mapOf("kind" to "settled", "numbers" to numbers))

    fun read(text: String): ReadLog {
        val waiting = mutableMapOf<Long, QueuedCall>()
        var damaged = 0
        var next = 0L
        for (line in text.split('\n')) {
            if (line.isEmpty()) continue
            val fields = fieldsOf(line)
            val call = fields?.let(::callOf)
            val settled = if (fields?.get("kind") == "settled") fields["numbers"] as? List<*> else null
            if (call != null) {
                waiting[call.number] = call
                next = maxOf(next, call.number + 1)
            } else if (settled != null) {
                for (number in settled) waiting.remove((number as? Number)?.toLong())
            } else damaged++
        }
        val isTorn = text.isNotEmpty() && !text.endsWith('\n')
        return ReadLog(waiting.values.sortedBy { it.number }, damaged, isTorn, next)
    }

    private fun line(value: Map<String, Any?>): String {
        val json = Json.write(value)
        return "${checksum(json)} $json\n"
    }

    private fun checksum(json: String): String {
        val crc = CRC32().apply { update(json.toByteArray()) }
        return crc.value.toString(16).padStart(8, '0')
    }

    private fun fieldsOf(line: String): Map<String, Any?>? {
        if (line.getOrNull(8) != ' ') return null
        val json = line.substring(9)
        if (checksum(json) != line.substring(0, 8)) return null
        return objectOf(Json.readOrNull(json))
    }

    private fun callOf(fields: Map<String, Any?>): QueuedCall? {
        if (fields["kind"] != "call") return null
        val number = (fields["number"] as? Number)?.toLong() ?: return null
        val path = fields["path"] as? String ?: return null
        val body = objectOf(fields["body"]) ?: return null
        return QueuedCall(number, path, body, CallTime.of(fields["made"]) ?: return null)
    }
}
