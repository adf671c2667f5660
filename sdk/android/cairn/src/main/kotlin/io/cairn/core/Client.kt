package io.cairn.core

import io.cairn.AdRevenue
import io.cairn.Attribution
import io.cairn.Consent
import io.cairn.Deeplink
import io.cairn.Options
import io.cairn.Payment
import io.cairn.User
import kotlin.math.abs

/**
 * Attribution and events of one app. Methods do not throw or block: all work runs on Cairn's thread, in the order of
 * the calls. Calls before `start` wait for it. Methods that send data return true once it is on disk: it then reaches
 * the server, and counts once.
 */
internal class Client(private val scheduler: Scheduler, private val log: Logger) {
    private val deeplinks = Deeplinks { step -> scheduler.callApp { guarded("the app's link handler") { step() } } }
    private var session: Session? = null
    private val beforeStart = ArrayDeque<(Session) -> Unit>()

    /** A deferred link that waits until the app listens. */
    private var deferredUrl: String? = null
    private var isFirstStart = false

    /** Call it at every start of the app, with the link that opened it, if any. */
    fun start(link: String?, options: Options, platform: () -> Platform) = step("start") {
        if (session != null) return@step log(Level.WARN, "start was already called; the first call applies")
        val problem = Problems.ofStart(options.server, options.token)
        if (problem != null) return@step log(Level.WARN, "Cairn was not started: $problem")
        val opened = Session(platform(), scheduler, options, log)
        session = opened
        isFirstStart = !opened.state.value.isStarted
        opened.start(link) { pollForLink(opened, 0) }
        if (isFirstStart) opened.state.change { copy(isStarted = true) }
        if (link != null) handle(opened, link, isReported = isFirstStart)
        while (beforeStart.isNotEmpty()) beforeStart.removeFirst()(opened)
        opened.sendLate { pollForLink(opened, 0) }
    }

    fun attribution(timeoutMs: Long, done: (Attribution) -> Unit) = step("attribution") {
        val end = scheduler.monotonic() + timeoutMs
        var last: Attribution = Attribution.Pending(null)
        var isDone = false
        var cancel = {}
        fun finish(result: Attribution) {
            if (isDone) return
            isDone = true
            cancel()
            scheduler.callApp { done(result) }
        }
        fun poll(session: Session) {
            if (isDone) return
            fetchAttribution(session) { found ->
                last = found
                if (found is Attribution.Decided) return@fetchAttribution finish(found)
                val pause = (found as? Attribution.Pending)?.retryAfterMs ?: POLL_MS
                if (scheduler.monotonic() + pause < end) scheduler.after(pause) { poll(session) }
            }
        }
        whenStarted({ finish(last) }, ::poll)
        if (!isDone) cancel = scheduler.after(timeoutMs) { finish(last) }
    }

    /** Receives direct and deferred links, each once, including those from before the app listened. */
    fun onDeeplink(listener: (Deeplink) -> Unit): () -> Unit {
        step("onDeeplink") { deeplinks.listen(listener) }
        return { step("onDeeplink") { deeplinks.stopListening(listener) } }
    }

    /** Call it for a link that opened the running app. The destination is passed to `onDeeplink`. */
    fun handleLink(url: String, onStored: (Boolean) -> Unit) =
        report("handleLink", onStored) { handle(it, url, isReported = false) }

    /** Call it after each sign-up and sign-in. Before it, events and payments have no user and are not stored. */
    fun identify(user: User, onStored: (Boolean) -> Unit) {
        val call = Calls.identify(user)
        report("identify", onStored) { session ->
            val isRefused = session.rejects(call)
            if (!isRefused) session.state.change { copy(user = call.userId()) }
            !isRefused && session.enqueue(call)
        }
    }

    /** Adds data of the last identified user. */
    fun setUser(data: Map<String, Any?>, onStored: (Boolean) -> Unit) {
        val copied = Json.copy(data)
        report("setUser", onStored) { session ->
            val user = session.state.value.user
            if (user == null) log(Level.WARN, "setUser was called before identify: the user is unknown")
            user != null && session.enqueue(Calls.setUser(user, copied))
        }
    }

    fun event(name: String, data: Map<String, Any?>, amount: Double?, onStored: (Boolean) -> Unit) =
        send("event", Calls.event(scheduler.uuid(), name, data, amount), onStored)

    fun payment(payment: Payment, onStored: (Boolean) -> Unit) = send("payment", Calls.payment(payment), onStored)

    fun adRevenue(revenue: AdRevenue, onStored: (Boolean) -> Unit) =
        send("adRevenue", Calls.adRevenue(scheduler.uuid(), revenue), onStored)

    fun removePayment(id: String, onStored: (Boolean) -> Unit) = send("removePayment", Calls.removePayment(id), onStored)

    fun setPushToken(token: String, onStored: (Boolean) -> Unit) = send("setPushToken", Calls.pushToken(token), onStored)

    fun setIntegration(name: String, id: String, onStored: (Boolean) -> Unit) =
        send("setIntegration", Calls.integration(name, id), onStored)

    fun setConsent(consent: Consent, onStored: (Boolean) -> Unit) =
        report("setConsent", onStored) { it.setConsent(consent) }

    /** False stops everything and deletes waiting calls. It remains in effect until true is passed. */
    fun setEnabled(enabled: Boolean) = report("setEnabled") { session ->
        session.state.change { copy(enabled = enabled, released = released || enabled) }
        if (enabled) session.sender.wake() else session.queue.clear()
        true
    }

    /**
     * Deletes all data on this device, including its ID. Nothing is sent until the next `start`, when the app counts as
     * a new install. The server's data must be erased there.
     */
    fun forgetMe() = report("forgetMe") { old ->
        old.sender.stop()
        session = null
        deferredUrl = null
        deeplinks.clear()
        old.queue.clear()
        old.state.clear()
        true
    }

    fun testMode(isTest: Boolean) = report("testMode") { session ->
        session.isTest = isTest
        true
    }

    /** Retries immediately, for instance when the app comes to the foreground. */
    fun retryNow() = step("retryNow") { session?.sender?.retryNow() }

    private fun send(name: String, call: Call, onStored: (Boolean) -> Unit) = report(name, onStored) { it.enqueue(call) }

    private fun report(name: String, onStored: (Boolean) -> Unit = {}, step: (Session) -> Boolean) = step(name) {
        fun finish(isStored: Boolean) = scheduler.callApp { guarded("the app's callback of $name") { onStored(isStored) } }
        whenStarted({ finish(false) }) { session -> finish(guarded(name) { step(session) } == true) }
    }

    /** An app that never calls start must not fill its memory with waiting calls. */
    private fun whenStarted(tooMany: () -> Unit, then: (Session) -> Unit) {
        val started = session
        if (started != null) return then(started)
        if (beforeStart.size < MAX_BEFORE_START) beforeStart += then
        else {
            log(Level.WARN, "start was not called, and too much waits for it")
            tooMany()
        }
    }

    private fun step(name: String, step: () -> Unit) = scheduler.next { guarded(name, step) }

    /** An error here must not reach the app. */
    private fun <T> guarded(name: String, step: () -> T): T? = try {
        step()
    } catch (broken: RuntimeException) {
        log(Level.ERROR, "$name failed: $broken")
        null
    }

    /** At the first start, the app was installed for this link, so the deferred link would be the same. */
    private fun handle(session: Session, url: String, isReported: Boolean): Boolean {
        if (session.rejects(Calls.link(url))) return false
        if (isFirstStart && deferredUrl == null) session.state.change { copy(isDeferredDelivered = true) }
        if (isReported) {
            deeplinks.deliver(Deeplink(url, isDeferred = false, isGuess = false))
            return true
        }
        var isDelivered = false
        fun deliver(found: String) {
            if (isDelivered) return
            isDelivered = true
            deeplinks.deliver(Deeplink(found, isDeferred = false, isGuess = false))
        }
        val cancel = scheduler.after(LINK_MS) { deliver(url) }
        return session.enqueue(Calls.link(url)) { result ->
            cancel()
            deliver(Responses.deeplink(result.body) ?: url)
        }
    }

    /** The known decision, or the server's current one. */
    private fun fetchAttribution(session: Session, done: (Attribution) -> Unit) {
        val stored = session.state.value
        val known = stored.attribution?.takeIf { abs(scheduler.wall() - stored.attributionAt) < DAY_MS }
        if (known != null) return done(known)
        if (session.permission() != Permission.SEND) return done(Attribution.Pending(null))
        session.attribution { result ->
            if (result is Attribution.Decided && this.session === session) {
                session.state.change { copy(attribution = result, attributionAt = scheduler.wall()) }
                deliverDeferred(session, result)
            }
            done(result)
        }
    }

    private fun deliverDeferred(session: Session, result: Attribution.Decided) {
        val url = result.deeplink ?: return
        if (session.state.value.isDeferredDelivered || deferredUrl == url) return
        deferredUrl = url
        // If the server does not report whether the match is a guess, it may be one.
        deeplinks.deliver(Deeplink(url, isDeferred = true, isGuess = result.isGuess != false)) {
            session.state.change { copy(isDeferredDelivered = true) }
        }
    }

    /** Polls the attribution of a new install for some minutes, so that the app gets its link as soon as possible. */
    private fun pollForLink(session: Session, turn: Int) {
        if (turn >= pollDelays.size || this.session !== session || session.state.value.isDeferredDelivered) return
        fetchAttribution(session) { found ->
            if (found is Attribution.Pending) scheduler.after(pollDelays[turn]) { pollForLink(session, turn + 1) }
        }
    }

    private companion object {
        const val DAY_MS = 24 * 60 * 60_000.0

        /** The maximum time that a link waits for its destination from the server. */
        const val LINK_MS = 1_500L
        const val POLL_MS = 500L
        const val MAX_BEFORE_START = 1_000

        /** The delays between polls for the attribution after a start, in milliseconds. */
        val pollDelays = longArrayOf(500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000)
    }
}

private fun Call.userId(): String? = objectOf(body["user_data"])?.get("id") as? String
