package io.cairn.core

import io.cairn.SigningKey
import java.io.IOException

internal class Target(val server: String, val token: String, val key: SigningKey?)

/** [status] is 0 without a response. */
internal class CallResult(val verdict: Verdict, val status: Int, val body: Any?)

/** [results] has one for each call, in order. [retryAfter] is the delay that the server requests, in milliseconds. */
internal class Delivery(val results: List<CallResult>, val retryAfter: Double?)

/** Sends calls to the server: as a batch, or one by one to an older server. Used on Cairn's thread only. */
internal class Transport(
    private val target: Target,
    private val network: Network,
    private val scheduler: Scheduler,
    private val serverNow: () -> Double,
    private val learn: (date: String?, sentAt: Double) -> Unit,
    private val log: Logger,
) {
    private class Posted(val result: CallResult, val retryAfter: Double?)

    private var hasBatch = true

    fun deliver(calls: List<Call>, done: (Delivery) -> Unit) {
        if (calls.size < 2 || !hasBatch) return deliverSingly(calls, emptyList(), done)
        deliverTogether(calls) { together ->
            if (together == null) deliverSingly(calls, emptyList(), done) else done(together)
        }
    }

    /** Sends one call outside the queue. */
    fun send(call: Call, done: (CallResult) -> Unit) = post(call.path, call.body) { done(it.result) }

    /** Null if this server does not support batches or rejects this one; the calls are then sent one by one. */
    private fun deliverTogether(calls: List<Call>, done: (Delivery?) -> Unit) {
        val entries = calls.map { mapOf("path" to it.path, "body" to it.body) }
        post("batch", mapOf("calls" to entries)) { posted ->
            val result = posted.result
            when (result.verdict) {
                Verdict.DONE -> {
                    val results = resultsIn(result.body)?.takeIf { it.size == calls.size }
                    if (results != null) warnDiscarded(calls, result.body)
                    done(results?.let { Delivery(it, posted.retryAfter) })
                }
                Verdict.REJECTED -> {
                    if (result.status == 404 || result.status == 405) hasBatch = false
                    done(null)
                }
                else -> done(Delivery(calls.map { result }, posted.retryAfter))
            }
        }
    }

    private fun deliverSingly(calls: List<Call>, results: List<CallResult>, done: (Delivery) -> Unit) {
        val call = calls.getOrNull(results.size) ?: return done(Delivery(results, null))
        post(call.path, call.body) { posted ->
            val result = posted.result
            val isOpen = result.verdict == Verdict.RETRY || result.verdict == Verdict.BLOCKED
            // The order of an install's calls is kept, so later calls wait, too.
            if (isOpen) done(Delivery(results + calls.drop(results.size).map { result }, posted.retryAfter))
            else deliverSingly(calls, results + result, done)
        }
    }

    private fun post(path: String, fields: Map<String, Any?>, done: (Posted) -> Unit) {
        val whole = "/api/client/$path"
        val sentAt = serverNow()
        // By the same clock as the times of its calls, because only the difference matters.
        val body = Json.write(mapOf("token" to target.token, "sent_at" to Math.round(sentAt)) + fields)
        val signed = target.key?.let { Signing.headers(it, "POST", whole, body, sentAt) }.orEmpty()
        val headers = mapOf("content-type" to "application/json") + signed
        scheduler.aside {
            val response = try {
                network.post(target.server + whole, headers, body, TIMEOUT_MS)
            } catch (unreachable: IOException) {
                log(Level.INFO, "$path did not reach the server: $unreachable")
                null
            } catch (broken: RuntimeException) {
                // The address is invalid or the system forbids network access. The calls remain on the disk.
                log(Level.ERROR, "$path could not be sent: $broken")
                null
            }
            scheduler.next { done(read(path, response, sentAt)) }
        }
    }

    private fun read(path: String, response: HttpResponse?, sentAt: Double): Posted {
        if (response == null) return Posted(CallResult(Verdict.RETRY, 0, null), null)
        learn(response.header("date"), sentAt)
        if (response.header("cairn-stored") == "false") warnDiscarded(path)
        val body = Json.readOrNull(response.text)
        val verdict = Retry.verdictOf(response.status, body)
        if (verdict == Verdict.REJECTED || verdict == Verdict.BLOCKED) {
            val level = if (verdict == Verdict.BLOCKED) Level.ERROR else Level.WARN
            log(level, "$path was rejected with ${response.status}: ${response.text.take(300)}")
        }
        val retryAfter = Retry.requestedDelay(response.header("retry-after"), serverNow())
        return Posted(CallResult(verdict, response.status, body), retryAfter)
    }

    private fun warnDiscarded(path: String) =
        log(Level.WARN, "$path was discarded by the server: call identify first")

    private fun warnDiscarded(calls: List<Call>, body: Any?) {
        val results = objectOf(objectOf(body)?.get("data"))?.get("answers") as? List<*> ?: return
        calls.zip(results).forEach { (call, each) -> if (objectOf(each)?.get("stored") == false) warnDiscarded(call.path) }
    }

    private fun resultsIn(body: Any?): List<CallResult>? {
        val data = objectOf(objectOf(body)?.get("data"))
        val results = data?.get("answers") as? List<*> ?: return null
        return results.map { each ->
            val status = (objectOf(each)?.get("status") as? Number)?.toInt() ?: return null
            val entry = objectOf(each)?.get("body")
            CallResult(Retry.verdictOf(status, entry), status, entry)
        }
    }

    private companion object {
        const val TIMEOUT_MS = 15_000
    }
}
