package io.cairn.core

/**
 * Our own JSON, because Android's classes are not on every JVM, format numbers differently from other packages, and
 * accept invalid JSON. Values are null, Boolean, Long, Double, String, List and Map.
 */
internal object Json {
    fun write(value: Any?): String = StringBuilder().also { write(value, it) }.toString()

    /** Throws [IllegalArgumentException] for invalid JSON. */
    fun read(text: String): Any? = JsonReader(text).whole()

    /** Null for invalid JSON, and for JSON's own null, which is never sent alone. */
    fun readOrNull(text: String): Any? = try {
        read(text)
    } catch (broken: IllegalArgumentException) {
        null
    }

    /** A copy of the app's value, because the app may change it later. */
    fun copy(value: Any?): Any? = when (value) {
        null, is Boolean, is Long, is Double, is String -> value
        is Float -> value.toString().toDouble()
        is Byte, is Short, is Int -> (value as Number).toLong()
        is Number -> value.toDouble()
        is Map<*, *> -> copy(value)
        is Iterable<*> -> value.map { copy(it) }
        is Array<*> -> value.map { copy(it) }
        is IntArray -> value.map { it.toLong() }
        is LongArray -> value.toList()
        is DoubleArray -> value.toList()
        is FloatArray -> value.map { copy(it) }
        is BooleanArray -> value.toList()
        else -> value.toString()
    }

    fun copy(map: Map<*, *>): Map<String, Any?> = map.entries.associate { (name, value) -> name.toString() to copy(value) }

    private fun write(value: Any?, out: StringBuilder) {
        when (value) {
            null -> out.append("null")
            is Boolean -> out.append(value)
            is String -> quote(value, out)
            is Double -> out.append(numberText(value))
            is Long, is Int -> out.append(value)
            is Map<*, *> -> {
                var separator = '{'
                for ((name, each) in value) {
                    out.append(separator)
                    quote(name.toString(), out)
                    out.append(':')
                    write(each, out)
                    separator = ','
                }
                out.append(if (separator == '{') "{}" else "}")
            }
            is List<*> -> {
                out.append('[')
                value.forEachIndexed { index, each ->
                    if (index > 0) out.append(',')
                    write(each, out)
                }
                out.append(']')
            }
            else -> write(copy(value), out)
        }
    }

    /** Whole numbers have no decimal point, as in other JSON writers. NaN and infinity become null. */
    private fun numberText(value: Double): String = when {
        value.isNaN() || value.isInfinite() -> "null"
        value == Math.rint(value) && Math.abs(value) < 1e15 -> value.toLong().toString()
        else -> value.toString()
    }

    private fun quote(text: String, out: StringBuilder) {
        out.append('"')
        for ((index, letter) in text.withIndex()) {
            when {
                letter == '"' || letter == '\\' -> out.append('\\').append(letter)
                letter == '\n' -> out.append("\\n")
                letter == '\r' -> out.append("\\r")
                letter == '\t' -> out.append("\\t")
                letter < ' ' || isHalf(text, index) ->
                    out.append("\\u").append(letter.code.toString(16).padStart(4, '0'))
                else -> out.append(letter)
            }
        }
        out.append('"')
    }

    /** One half of a surrogate pair has no bytes in UTF-8. */
    private fun isHalf(text: String, index: Int): Boolean {
        val letter = text[index]
        if (letter.isHighSurrogate()) return text.getOrNull(index + 1)?.isLowSurrogate() != true
        return letter.isLowSurrogate() && text.getOrNull(index - 1)?.isHighSurrogate() != true
    }
}

/** A JSON object; null for any other value. */
@Suppress("UNCHECKED_CAST")
internal fun objectOf(value: Any?): Map<String, Any?>? = value as? Map<String, Any?>
