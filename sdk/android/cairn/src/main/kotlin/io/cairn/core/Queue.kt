package io.cairn.core

import java.io.IOException

/** The calls that wait for the server, in order, on the disk and in memory. Used on Cairn's thread only. */
internal class Queue private constructor(
    private val files: Files,
    private val log: Logger,
    read: ReadLog,
    private var fileBytes: Int,
) {
    /** `STORED`: on the disk. `UNSAVED`: in memory only, because writing failed. `FULL`: dropped. */
    enum class Outcome { STORED, UNSAVED, FULL }

    data class Added(val outcome: Outcome, val number: Long, val dropped: Int)

    private class Entry(val call: QueuedCall, var isSaved: Boolean) {
        val line = QueueLog.callLine(call)
        val bytes = line.toByteArray().size
    }

    private var waiting = read.calls.map { Entry(it, isSaved = true) }.toMutableList()
    private var next = read.next

    /** The next append starts a new line, because the last one may be incomplete. */
    private var isTorn = read.isTorn

    val isEmpty get() = waiting.isEmpty()

    /** The first calls that fit. At least one call is always returned. */
    fun first(calls: Int, bytes: Int): List<QueuedCall> {
        val found = mutableListOf<QueuedCall>()
        var sum = 0
        for (each in waiting.take(calls)) {
            sum += each.bytes
            if (found.isNotEmpty() && sum > bytes) break
            found += each.call
        }
        return found
    }

    /** Returns once the call is on the disk. `dropped` is the number of calls that were removed for it. */
    fun add(path: String, body: Map<String, Any?>, made: CallTime): Added {
        val number = next++
        val added = Entry(QueuedCall(number, path, body, made), isSaved = false)
        val known = waiting.map { QueueLimits.Waiting(it.call.number, it.call.path, it.bytes) }
        val dropped = QueueLimits.callsToDrop(known, path, added.bytes) ?: return Added(Outcome.FULL, number, 1)
        waiting += added
        if (dropped.isNotEmpty()) settle(dropped)
        save()
        return Added(if (added.isSaved) Outcome.STORED else Outcome.UNSAVED, number, dropped.size)
    }

    /** Removes calls that need not be sent any more. */
    fun settle(numbers: Collection<Long>) {
        val removed = numbers.toSet()
        val (settled, left) = waiting.partition { it.call.number in removed }
        waiting = left.toMutableList()
        written {
            val saved = settled.filter { it.isSaved }.map { it.call.number }
            // A file of only settled calls is deleted; a file of mostly settled calls is rewritten.
            if (waiting.isEmpty()) empty()
            else if (saved.isEmpty()) Unit
            else if (fileBytes > 2 * waiting.sumOf { it.bytes } + 64 * 1024) rewrite()
            else append(QueueLog.settledLine(saved))
        }
    }

    fun clear() {
        waiting.clear()
        written { empty() }
    }

    private fun save() = written {
        val unsaved = waiting.filter { !it.isSaved }
        if (unsaved.isEmpty()) return@written
        append(unsaved.joinToString("") { it.line })
        for (each in unsaved) each.isSaved = true
    }

    private fun append(text: String) {
        val whole = if (isTorn) "\n$text" else text
        isTorn = true
        files.append(NAME, whole)
        isTorn = false
        fileBytes += whole.toByteArray().size
    }

    private fun rewrite() {
        val text = waiting.joinToString("") { it.line }
        files.replace(NAME, text)
        isTorn = false
        fileBytes = text.toByteArray().size
        for (each in waiting) each.isSaved = true
    }

    private fun empty() {
        files.remove(NAME)
        isTorn = false
        fileBytes = 0
    }

    /** After a failed write, the next call writes the unsaved calls again. */
    private fun written(step: () -> Unit) {
        try {
            step()
        } catch (full: IOException) {
            log(Level.ERROR, "the queue could not be written: $full")
        }
    }

    companion object {
        private const val NAME = "cairn-calls.log"

        /** [wall] is the current time, so that numbers in an unreadable file are not used again. */
        fun open(files: Files, log: Logger, wall: Double): Queue {
            val text = try {
                files.read(NAME).orEmpty()
            } catch (unreadable: IOException) {
                log(Level.ERROR, "the queue could not be read: $unreadable")
                return Queue(files, log, ReadLog(emptyList(), 0, isTorn = true, next = wall.toLong()), 0)
            }
            val read = QueueLog.read(text)
            if (read.damaged > 0) {
                log(Level.WARN, "${read.damaged} lines of the queue were incomplete; they contain no accepted calls")
            }
            return Queue(files, log, read, text.toByteArray().size)
        }
    }
}
