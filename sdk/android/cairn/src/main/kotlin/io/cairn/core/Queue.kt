package io.cairn.core

import java.io.IOException

/** The calls that wait for the server, in their order, on the disk and in memory. Used by Cairn's thread alone. */
internal class Queue private constructor(
    private val files: Files,
    private val log: Logger,
    read: ReadLog,
    private var fileBytes: Int,
) {
    /** `KEPT`: on the disk. `UNSAVED`: the disk took nothing, it waits in memory. `FULL`: given up. */
    enum class Outcome { KEPT, UNSAVED, FULL }

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

    /** The first calls, as many as fit. A single one always does. */
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

    /** Returns once the call is on the disk. `dropped` are the calls that made room for it. */
    fun add(path: String, body: Map<String, Any?>, made: Moment): Added {
        val number = next++
        val added = Entry(QueuedCall(number, path, body, made), isSaved = false)
        val known = waiting.map { Room.Waiting(it.call.number, it.call.path, it.bytes) }
        val given = Room.make(known, path, added.bytes) ?: return Added(Outcome.FULL, number, 1)
        waiting += added
        if (given.isNotEmpty()) settle(given)
        save()
        return Added(if (added.isSaved) Outcome.KEPT else Outcome.UNSAVED, number, given.size)
    }

    /** They need not be sent any more. */
    fun settle(numbers: Collection<Long>) {
        val gone = numbers.toSet()
        val (settled, left) = waiting.partition { it.call.number in gone }
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

    /** A disk that takes nothing now may take it with the next call. */
    private fun written(step: () -> Unit) {
        try {
            step()
        } catch (full: IOException) {
            log(Level.ERROR, "the queue could not be written: $full")
        }
    }

    companion object {
        private const val NAME = "cairn-calls.log"

        /** [wall] is the time now: numbers of a file that cannot be read are not given again. */
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
