package io.cairn.core

/** Prints `ok` or `FAILED` for each guarantee, with the found value if it failed. */
internal object Checks {
    var failed = 0
        private set

    fun holds(name: String, step: () -> Unit) {
        try {
            step()
            println("ok $name")
        } catch (broken: Throwable) {
            failed++
            val at = broken.stackTrace.firstOrNull { it.className.startsWith("io.cairn") && "Checks" !in it.className }
            println("FAILED $name: ${broken.message ?: broken} (${at?.fileName}:${at?.lineNumber})")
        }
    }

    fun same(found: Any?, expected: Any?, about: String = "") {
        if (plain(found) != plain(expected)) throw AssertionError("$about found ${plain(found)}, not ${plain(expected)}")
    }

    fun that(isSo: Boolean, about: () -> String) {
        if (!isSo) throw AssertionError(about())
    }

    /** JSON has one type of numbers. */
    private fun plain(value: Any?): Any? = when (value) {
        is Number -> value.toDouble()
        is Map<*, *> -> value.mapValues { plain(it.value) }
        is List<*> -> value.map(::plain)
        else -> value
    }
}
