package io.cairn.core

import io.cairn.Attribution
import io.cairn.Consent
import io.cairn.Deeplink
import io.cairn.Options
import io.cairn.Payment
import io.cairn.User
import kotlin.math.abs

/**
 * Attribution and events of one app. No method throws and none waits: all is done on Cairn's thread, in the order of the
 * calls. Calls before `start` wait for it. Methods that send data return true once it is on disk: it then reaches the
 * server, and counts once.
 */
internal class Client(private val turns: Turns, private val log: Logger) {
    private val deeplinks = Deeplinks { step -> turns.tellApp { guarded("the app's link handler") { step() } } }
    private var session: Session? = null
    private val before = ArrayDeque<(Session) -> Unit>()

    /** A deferred link that waits for the app to listen. */
    private var offered: String? = null
    private var isFirstStart = false

    /** At every start of the app, with the link that opened it, where one did. */
    fun start(link: String?, options: Options, platform: () -> Platform) = step("start") {
        if (session != null) return@step log(Level.WARN, "start was already called; the first call applies")
        val problem = Problems.ofStart(options.server, options.token)
        if (problem != null) return@step log(Level.WARN, "Cairn was not started: $problem")
        val opened = Session(platform(), turns, options, log)
        session = opened
        isFirstStart = !opened.keeper.value.isStarted
        opened.start(link) { follow(opened, 0) }
        if (isFirstStart) opened.keeper.change { copy(isStarted = true) }
        if (link != null) opened(opened, link, isTold = isFirstStart)
        while (before.isNotEmpty()) before.removeFirst()(opened)
        opened.tellLate { follow(opened, 0) }
    }

    fun attribution(timeoutMs: Long, done: (Attribution) -> Unit) = step("attribution") {
        val end = turns.monotonic() + timeoutMs
        var last: Attribution = Attribution.Pending(null)
        var isDone = false
        var cancel = {}
        fun finish(answer: Attribution) {
            if (isDone) return
            isDone = true
            cancel()
            turns.tellApp { done(answer) }
        }
        fun ask(session: Session) {
            if (isDone) return
            look(session) { found ->
                last = found
                if (found is Attribution.Decided) return@look finish(found)
                val pause = (found as? Attribution.Pending)?.retryAfterMs ?: ASK_AGAIN_MS
                if (turns.monotonic() + pause < end) turns.after(pause) { ask(session) }
            }
        }
        whenStarted({ finish(last) }, ::ask)
        if (!isDone) cancel = turns.after(timeoutMs) { finish(last) }
    }

    /** Direct and deferred links, each once; also those that came before the app listened. */
    fun onDeeplink(listener: (Deeplink) -> Unit): () -> Unit {
        step("onDeeplink") { deeplinks.listen(listener) }
        return { step("onDeeplink") { deeplinks.unlisten(listener) } }
    }

    /** A link that opened the app while it ran. Its end comes through `onDeeplink`. */
    fun handleLink(url: String, kept: (Boolean) -> Unit) = say("handleLink", kept) { opened(it, url, isTold = false) }

    /** After each sign-up and sign-in. Before it, events and payments have no user and are not stored. */
    fun identify(user: User, kept: (Boolean) -> Unit) {
        val call = Calls.identify(user)
        say("identify", kept) { session ->
            val isRefused = session.refuses(call)
            if (!isRefused) session.keeper.change { copy(user = call.userId()) }
            !isRefused && session.say(call)
        }
    }

    /** More of the user who was identified last. */
    fun setUser(data: Map<String, Any?>, kept: (Boolean) -> Unit) {
        val copied = Json.copy(data)
        say("setUser", kept) { session ->
            val user = session.keeper.value.user
            if (user == null) log(Level.WARN, "setUser was called before identify: the user is unknown")
            user != null && session.say(Calls.setUser(user, copied))
        }
    }

    fun event(name: String, data: Map<String, Any?>, amount: Double?, kept: (Boolean) -> Unit) =
        tell("event", Calls.event(turns.uuid(), name, data, amount), kept)

    fun payment(payment: Payment, kept: (Boolean) -> Unit) = tell("payment", Calls.payment(payment), kept)

    fun removePayment(id: String, kept: (Boolean) -> Unit) = tell("removePayment", Calls.removePayment(id), kept)

    fun setPushToken(token: String, kept: (Boolean) -> Unit) = tell("setPushToken", Calls.pushToken(token), kept)

    fun setIntegration(name: String, id: String, kept: (Boolean) -> Unit) =
        tell("setIntegration", Calls.integration(name, id), kept)

    fun setConsent(consent: Consent, kept: (Boolean) -> Unit) = say("setConsent", kept) { it.setConsent(consent) }

    /** False stops everything and deletes what waits; it holds until true is said. */
    fun setEnabled(enabled: Boolean) = say("setEnabled") { session ->
        session.keeper.change { copy(enabled = enabled, released = released || enabled) }
        if (enabled) session.sender.wake() else session.queue.clear()
        true
    }

    /**
     * Deletes all that is kept on this device, its id too. Until the next `start` nothing is sent; then the app is
     * another install. What the server has is erased there.
     */
    fun forgetMe() = say("forgetMe") { forgotten ->
        forgotten.sender.stop()
        session = null
        offered = null
        deeplinks.forget()
        forgotten.queue.clear()
        forgotten.keeper.forget()
        true
    }

    fun testMode(isTest: Boolean) = say("testMode") { session ->
        session.isTest = isTest
        true
    }

    /** It may work now, such as when somebody came back to the app. */
    fun retryNow() = step("retryNow") { session?.sender?.retryNow() }

    private fun tell(name: String, call: Said, kept: (Boolean) -> Unit) = say(name, kept) { it.say(call) }

    private fun say(name: String, kept: (Boolean) -> Unit = {}, tell: (Session) -> Boolean) = step(name) {
        val answer = { isKept: Boolean -> turns.tellApp { guarded("the app's link handler of $name") { kept(isKept) } } }
        whenStarted({ answer(false) }) { session -> answer(guarded(name) { tell(session) } == true) }
    }

    /** An app that never starts Cairn must not fill its memory by talking to it. */
    private fun whenStarted(tooMany: () -> Unit, then: (Session) -> Unit) {
        val started = session
        if (started != null) return then(started)
        if (before.size < MOST_BEFORE_START) before += then
        else {
            log(Level.WARN, "start was not called, and too much waits for it")
            tooMany()
        }
    }

    private fun step(name: String, step: () -> Unit) = turns.next { guarded(name, step) }

    /** Nothing that goes wrong here may reach the app. */
    private fun <T> guarded(name: String, step: () -> T): T? = try {
        step()
    } catch (broken: RuntimeException) {
        log(Level.ERROR, "$name failed: $broken")
        null
    }

    /** The first start already delivered its link; a deferred one would be the same. */
    private fun opened(session: Session, url: String, isTold: Boolean): Boolean {
        if (session.refuses(Calls.link(url))) return false
        if (isFirstStart && offered == null) session.keeper.change { copy(isDeferredTold = true) }
        if (isTold) {
            deeplinks.tell(Deeplink(url, isDeferred = false, isGuess = false))
            return true
        }
        var isGiven = false
        fun give(found: String) {
            if (isGiven) return
            isGiven = true
            deeplinks.tell(Deeplink(found, isDeferred = false, isGuess = false))
        }
        val cancel = turns.after(LINK_MS) { give(url) }
        return session.say(Calls.link(url)) { answer ->
            cancel()
            give(Answers.deeplink(answer.body) ?: url)
        }
    }

    /** The decision that is known, or what the server says of it now. */
    private fun look(session: Session, done: (Attribution) -> Unit) {
        val kept = session.keeper.value
        val known = kept.attribution?.takeIf { abs(turns.wall() - kept.attributionAt) < DAY_MS }
        if (known != null) return done(known)
        if (session.gate() != Gate.SEND) return done(Attribution.Pending(null))
        session.attribution { answer ->
            if (answer is Attribution.Decided && this.session === session) {
                session.keeper.change { copy(attribution = answer, attributionAt = turns.wall()) }
                tellDeferred(session, answer)
            }
            done(answer)
        }
    }

    private fun tellDeferred(session: Session, answer: Attribution.Decided) {
        val url = answer.deeplink ?: return
        if (session.keeper.value.isDeferredTold || offered == url) return
        offered = url
        // What a server does not say may be a guess.
        deeplinks.tell(Deeplink(url, isDeferred = true, isGuess = answer.isGuess != false)) {
            session.keeper.change { copy(isDeferredTold = true) }
        }
    }

    /** Polls the attribution of a new install for some minutes, so that the app gets its link as soon as possible. */
    private fun follow(session: Session, turn: Int) {
        if (turn >= looks.size || this.session !== session || session.keeper.value.isDeferredTold) return
        look(session) { found ->
            if (found is Attribution.Pending) turns.after(looks[turn]) { follow(session, turn + 1) }
        }
    }

    private companion object {
        const val DAY_MS = 24 * 60 * 60_000.0

        /** How long a link waits for what the server knows of it. */
        const val LINK_MS = 1_500L
        const val ASK_AGAIN_MS = 500L
        const val MOST_BEFORE_START = 1_000

        /** When to look for the decision after a start, in milliseconds from the look before. */
        val looks = longArrayOf(500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000)
    }
}

private fun Said.userId(): String? = objectOf(body["user_data"])?.get("id") as? String
