package io.cairn.core

/** Prints a line for each guarantee: `ok` or `FAILED`, what it is, and what was found instead. */
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

    fun same(found: Any?, wanted: Any?, about: String = "") {
        if (plain(found) != plain(wanted)) throw AssertionError("$about found ${plain(found)}, not ${plain(wanted)}")
    }

    fun that(isSo: Boolean, about: () -> String) {
        if (!isSo) throw AssertionError(about())
    }

    /** JSON tells no whole numbers from others. */
    private fun plain(value: Any?): Any? = when (value) {
        is Number -> value.toDouble()
        is Map<*, *> -> value.mapValues { plain(it.value) }
        is List<*> -> value.map(::plain)
        else -> value
    }
}
