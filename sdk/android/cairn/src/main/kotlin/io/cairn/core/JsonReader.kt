package io.cairn.core

/** Reads JSON as defined by RFC 8259 only. */
internal class JsonReader(private val text: String) {
    private var at = 0

    fun whole(): Any? {
        val value = value(depth = 0)
        skipSpace()
        require(at == text.length) { "something follows at $at" }
        return value
    }

    private fun value(depth: Int): Any? {
        // Calls are never this deep. Without a limit, deep input would overflow the stack.
        require(depth < MAX_DEPTH) { "too deep at $at" }
        skipSpace()
        return when (val letter = text.getOrNull(at)) {
            '{' -> objectAt(depth)
            '[' -> listAt(depth)
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> if (letter == '-' || letter in '0'..'9') number() else broken()
        }
    }

    private fun objectAt(depth: Int): Map<String, Any?> {
        val found = LinkedHashMap<String, Any?>()
        at++
        skipSpace()
        if (accept('}')) return found
        do {
            skipSpace()
            if (text.getOrNull(at) != '"') broken()
            val name = string()
            skipSpace()
            if (!accept(':')) broken()
            found[name] = value(depth + 1)
            skipSpace()
        } while (accept(','))
        if (!accept('}')) broken()
        return found
    }

    private fun listAt(depth: Int): List<Any?> {
        val found = mutableListOf<Any?>()
        at++
        skipSpace()
        if (accept(']')) return found
        do {
            found += value(depth + 1)
            skipSpace()
        } while (accept(','))
        if (!accept(']')) broken()
        return found
    }

    private fun string(): String {
        val found = StringBuilder()
        at++
        while (true) {
            val letter = text.getOrNull(at++) ?: broken()
            when {
                letter == '"' -> return found.toString()
                letter == '\\' -> found.append(escaped())
                letter < ' ' -> broken()
                else -> found.append(letter)
            }
        }
    }

    private fun escaped(): Char = when (val letter = text.getOrNull(at++)) {
        '"', '\\', '/' -> letter
        'b' -> '\b'
        'f' -> '\u000c'
        'n' -> '\n'
        'r' -> '\r'
        't' -> '\t'
        'u' -> {
            val digits = text.substring(at, minOf(at + 4, text.length))
            if (!hexadecimal.matches(digits)) broken()
            at += 4
            digits.toInt(16).toChar()
        }
        else -> broken()
    }

    private fun number(): Any {
        val found = numeral.find(text, at)?.takeIf { it.range.first == at }?.value ?: broken()
        at += found.length
        val isWhole = found.none { it == '.' || it == 'e' || it == 'E' }
        return (if (isWhole) found.toLongOrNull() else null) ?: found.toDouble()
    }

    private fun word(word: String, value: Any?): Any? {
        if (!text.startsWith(word, at)) broken()
        at += word.length
        return value
    }

    private fun accept(letter: Char): Boolean = (text.getOrNull(at) == letter).also { if (it) at++ }

    private fun skipSpace() {
        while (at < text.length && text[at] in " \t\n\r") at++
    }

    private fun broken(): Nothing = throw IllegalArgumentException("no JSON at $at")

    private companion object {
        const val MAX_DEPTH = 200
        val hexadecimal = Regex("[0-9a-fA-F]{4}")
        val numeral = Regex("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")
    }
}
