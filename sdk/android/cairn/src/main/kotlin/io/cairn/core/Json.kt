package io.cairn.core

/**
 * JSON by hand: Android's own classes are not on every JVM, write numbers in another way than other packages, and read
 * much that is none. Values are null, Boolean, Long, Double, String, List and Map.
 */
internal object Json {
    fun write(value: Any?): String = StringBuilder().also { write(value, it) }.toString()

    /** Throws [IllegalArgumentException] where the text is no JSON. */
    fun read(text: String): Any? = JsonReader(text).whole()

    /** Null where the text is no JSON; so is JSON's own null, for nobody here sends it alone. */
    fun readOrNull(text: String): Any? = try {
        read(text)
    } catch (broken: IllegalArgumentException) {
        null
    }

    /** What the app gave, as it is now: the app may go on changing its own. */
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
                value.forEachIndexed { place, each ->
                    if (place > 0) out.append(',')
                    write(each, out)
                }
                out.append(']')
            }
            else -> write(copy(value), out)
        }
    }

    /** Whole numbers have no point, as everywhere else that JSON is written; what is no number is null. */
    private fun numberText(value: Double): String = when {
        value.isNaN() || value.isInfinite() -> "null"
        value == Math.rint(value) && Math.abs(value) < 1e15 -> value.toLong().toString()
        else -> value.toString()
    }

    private fun quote(text: String, out: StringBuilder) {
        out.append('"')
        for ((place, letter) in text.withIndex()) {
            when {
                letter == '"' || letter == '\\' -> out.append('\\').append(letter)
                letter == '\n' -> out.append("\\n")
                letter == '\r' -> out.append("\\r")
                letter == '\t' -> out.append("\\t")
                letter < ' ' || isHalf(text, place) ->
                    out.append("\\u").append(letter.code.toString(16).padStart(4, '0'))
                else -> out.append(letter)
            }
        }
        out.append('"')
    }

    /** Half of a pair of surrogates has no bytes in UTF-8. */
    private fun isHalf(text: String, place: Int): Boolean {
        val letter = text[place]
        if (letter.isHighSurrogate()) return text.getOrNull(place + 1)?.isLowSurrogate() != true
        return letter.isLowSurrogate() && text.getOrNull(place - 1)?.isHighSurrogate() != true
    }
}

/** An object of JSON, or null where it is something else. */
@Suppress("UNCHECKED_CAST")
internal fun objectOf(value: Any?): Map<String, Any?>? = value as? Map<String, Any?>
