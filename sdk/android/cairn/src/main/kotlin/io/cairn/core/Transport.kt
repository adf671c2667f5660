package io.cairn.core

import io.cairn.SigningKey
import java.io.IOException

internal class Target(val server: String, val token: String, val key: SigningKey?)

/** [status] is 0 where nobody answered. */
internal class Answered(val verdict: Verdict, val status: Int, val body: Any?)

/** [answers] are of each call, in their order; [retryAfter] are milliseconds that the server asks to be left alone. */
internal class Delivery(val answers: List<Answered>, val retryAfter: Double?)

/** Takes calls to the server: together where it has the batch, one by one where it is older. On Cairn's thread. */
internal class Transport(
    private val target: Target,
    private val network: Network,
    private val turns: Turns,
    private val serverNow: () -> Double,
    private val learn: (date: String?, sentAt: Double) -> Unit,
    private val log: Logger,
) {
    private class Posted(val answer: Answered, val retryAfter: Double?)

    private var hasBatch = true

    fun deliver(calls: List<Said>, done: (Delivery) -> Unit) {
        if (calls.size < 2 || !hasBatch) return deliverSingly(calls, emptyList(), done)
        deliverTogether(calls) { together ->
            if (together == null) deliverSingly(calls, emptyList(), done) else done(together)
        }
    }

    /** One call that waits in no queue. */
    fun ask(call: Said, done: (Answered) -> Unit) = post(call.path, call.body) { done(it.answer) }

    /** Null: this server answers no batch, or not this one; they go one by one. */
    private fun deliverTogether(calls: List<Said>, done: (Delivery?) -> Unit) {
        val told = calls.map { mapOf("path" to it.path, "body" to it.body) }
        post("batch", mapOf("calls" to told)) { posted ->
            val answer = posted.answer
            when (answer.verdict) {
                Verdict.DONE -> {
                    val answers = answersIn(answer.body)?.takeIf { it.size == calls.size }
                    if (answers != null) warnDiscarded(calls, answer.body)
                    done(answers?.let { Delivery(it, posted.retryAfter) })
                }
                Verdict.REFUSED -> {
                    if (answer.status == 404 || answer.status == 405) hasBatch = false
                    done(null)
                }
                else -> done(Delivery(calls.map { answer }, posted.retryAfter))
            }
        }
    }

    private fun deliverSingly(calls: List<Said>, answers: List<Answered>, done: (Delivery) -> Unit) {
        val call = calls.getOrNull(answers.size) ?: return done(Delivery(answers, null))
        post(call.path, call.body) { posted ->
            val answer = posted.answer
            val isOpen = answer.verdict == Verdict.AGAIN || answer.verdict == Verdict.HELD
            // The order of an install is kept: what comes after waits with it.
            if (isOpen) done(Delivery(answers + calls.drop(answers.size).map { answer }, posted.retryAfter))
            else deliverSingly(calls, answers + answer, done)
        }
    }

    private fun post(path: String, fields: Map<String, Any?>, done: (Posted) -> Unit) {
        val whole = "/api/client/$path"
        val sentAt = serverNow()
        // Beside the moments of its calls, by the same clock: only the time between them has to be right.
        val body = Json.write(mapOf("token" to target.token, "sent_at" to Math.round(sentAt)) + fields)
        val signed = target.key?.let { Signing.headers(it, "POST", whole, body, sentAt) }.orEmpty()
        val headers = mapOf("content-type" to "application/json") + signed
        turns.aside {
            val answer = try {
                network.post(target.server + whole, headers, body, TIMEOUT_MS)
            } catch (unreachable: IOException) {
                log(Level.INFO, "$path did not reach the server: $unreachable")
                null
            } catch (broken: RuntimeException) {
                // An address that is none, or a system that forbids the network: the calls stay on the disk.
                log(Level.ERROR, "$path could not be sent: $broken")
                null
            }
            turns.next { done(read(path, answer, sentAt)) }
        }
    }

    private fun read(path: String, answer: HttpAnswer?, sentAt: Double): Posted {
        if (answer == null) return Posted(Answered(Verdict.AGAIN, 0, null), null)
        learn(answer.header("date"), sentAt)
        if (answer.header("cairn-stored") == "false") warnDiscarded(path)
        val body = Json.readOrNull(answer.text)
        val verdict = Retry.verdictOf(answer.status, body)
        if (verdict == Verdict.REFUSED || verdict == Verdict.HELD) {
            val level = if (verdict == Verdict.HELD) Level.ERROR else Level.WARN
            log(level, "$path was rejected with ${answer.status}: ${answer.text.take(300)}")
        }
        val retryAfter = Retry.askedDelay(answer.header("retry-after"), serverNow())
        return Posted(Answered(verdict, answer.status, body), retryAfter)
    }

    private fun warnDiscarded(path: String) =
        log(Level.WARN, "$path was discarded by the server: call identify first")

    private fun warnDiscarded(calls: List<Said>, body: Any?) {
        val answers = objectOf(objectOf(body)?.get("data"))?.get("answers") as? List<*> ?: return
        calls.zip(answers).forEach { (call, each) -> if (objectOf(each)?.get("stored") == false) warnDiscarded(call.path) }
    }

    private fun answersIn(body: Any?): List<Answered>? {
        val data = objectOf(objectOf(body)?.get("data"))
        val answers = data?.get("answers") as? List<*> ?: return null
        return answers.map { each ->
            val status = (objectOf(each)?.get("status") as? Number)?.toInt() ?: return null
            val told = objectOf(each)?.get("body")
            Answered(Retry.verdictOf(status, told), status, told)
        }
    }

    private companion object {
        const val TIMEOUT_MS = 15_000
    }
}
