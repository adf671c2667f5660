package io.cairn.core

import io.cairn.Attribution
import io.cairn.Consent
import io.cairn.Options
import kotlin.math.abs

/** The state once the files are open. Used by Cairn's thread alone. */
internal class Session(
    private val platform: Platform,
    private val turns: Turns,
    private val options: Options,
    private val log: Logger,
) {
    val keeper = Keeper.open(platform.files, turns, log)
    val queue = Queue.open(platform.files, log, turns.wall())
    var isTest = options.testMode
    private val run = turns.uuid()
    private val device = DeviceFacts(platform.device, turns, log)
    private val onSettled = mutableMapOf<Long, (Answered) -> Unit>()
    private val transport = Transport(
        Target(options.server.trimEnd('/'), options.token, options.key),
        platform.network,
        turns,
        serverNow = { turns.wall() + (keeper.value.skew ?: 0.0) },
        learn = ::learnSkew,
        log,
    )
    val sender = Sender(
        queue,
        transport,
        turns,
        log,
        mayLeave = { gate() == Gate.SEND },
        complete = ::complete,
        settled = { call, answer -> onSettled.remove(call.number)?.invoke(answer) },
    )

    init {
        platform.network.onOnline { turns.next { sender.retryNow() } }
    }

    fun gate(): Gate =
        keeper.value.run { Gate.of(enabled, options.waitForConsent, consent, released) }

    /** Whether the server would refuse the call; says why. */
    fun refuses(call: Said): Boolean {
        val problem = Problems.of(call) ?: return false
        log(Level.WARN, "${call.path} was not sent: $problem")
        return true
    }

    /** True once the call is on the disk. */
    fun say(call: Said, answered: ((Answered) -> Unit)? = null): Boolean {
        if (refuses(call)) return false
        if (gate() == Gate.DROP) {
            log(Level.INFO, "${call.path} was not stored: Cairn is switched off on this device")
            return false
        }
        val added = queue.add(call.path, call.body, moment())
        if (added.dropped > 0) {
            keeper.change { copy(dropped = dropped + added.dropped) }
            log(Level.WARN, "the queue is full: ${added.dropped} calls were dropped")
        }
        if (answered != null && added.outcome != Queue.Outcome.FULL) onSettled[added.number] = answered
        sender.wake()
        return added.outcome == Queue.Outcome.KEPT
    }

    fun start(link: String?, answered: () -> Unit) {
        val gone = keeper.value.dropped
        val told = if (gone > 0) mapOf("device_data" to mapOf("cairn_dropped_calls" to gone)) else emptyMap()
        val opened = if (link == null) emptyMap() else mapOf("link" to link)
        val isKept = say(Said("init", opened + told)) { answered() }
        // Calls that gave way to this very one are for the next start to tell.
        if (isKept && gone > 0) keeper.change { copy(dropped = dropped - gone) }
    }

    fun attribution(done: (Attribution) -> Unit) {
        transport.ask(Said("attribution-data", common() + age())) { done(Answers.attribution(it.body)) }
    }

    /** Omitted fields stay unchanged, here and on the server. */
    fun setConsent(consent: Consent): Boolean {
        val call = Said("set-consent", consent.toWire())
        if (refuses(call)) return false
        val before = keeper.value.consent
        val whole = Consent(
            consent.eea ?: before?.eea,
            consent.adUserData ?: before?.adUserData,
            consent.adPersonalization ?: before?.adPersonalization,
            consent.adStorage ?: before?.adStorage,
        )
        keeper.change { copy(consent = whole) }
        return say(call)
    }

    /** What the system tells later is sent as evidence, once. [done] is called where it changes the decision. */
    fun tellLate(done: () -> Unit) {
        // Before consent nobody is asked; the next start is soon enough then.
        if (keeper.value.isLateTold || gate() != Gate.SEND) return
        device.late { late ->
            val told = withConsent(late, keeper.value.consent)
            if (say(Said("attribution-data", mapOf("device_data" to told)))) {
                keeper.change { copy(isLateTold = true, attribution = null) }
                done()
            }
        }
    }

    private fun moment() = Moment(turns.wall(), turns.monotonic(), run, keeper.value.skew)

    private fun common() = mapOf("install_instance_id" to keeper.value.install, "platform" to "ANDROID")

    /** Seconds since the first start, by a clock that may have been set since: only ever a plausible number. */
    private fun age(): Map<String, Any?> {
        val seconds = (turns.wall() - keeper.value.installedAt) / 1_000
        return if (seconds >= 0 && seconds < 1e9) mapOf("time_since_app_install" to seconds) else emptyMap()
    }

    /** Starts are completed when they leave, so that nobody is asked for ids before consent, and what came late is in. */
    private fun complete(calls: List<QueuedCall>, done: (List<Said>) -> Unit) {
        if (calls.none { it.path == "init" }) return done(calls.map { Said(it.path, completed(it)) })
        device.known { known ->
            done(calls.map { Said(it.path, completed(it) + if (it.path == "init") aboutStart(it, known) else emptyMap()) })
        }
    }

    private fun completed(call: QueuedCall): Map<String, Any?> {
        // The server tells repeats of an opened link by its time, which must stay what it was.
        val timestamp =
            if (call.path == "handle-deeplink") Math.round(call.made.wall)
            else Moments.serverTimeOf(call.made, moment())
        return common() + age() + call.body + ("timestamp" to timestamp)
    }

    private fun aboutStart(call: QueuedCall, known: Map<String, Any?>): Map<String, Any?> = mapOf(
        "app_version" to platform.device.appVersion,
        "package_version" to platform.packageVersion,
        "debug" to isTest,
        "device_data" to withConsent(known, keeper.value.consent) + objectOf(call.body["device_data"]).orEmpty(),
    )

    private fun learnSkew(date: String?, sentAt: Double) {
        val known = keeper.value.skew
        val skew = Moments.skewOf(date, sentAt - (known ?: 0.0), turns.wall()) ?: return
        // A few seconds more or less come from the way there; they are not worth a write.
        if (known == null || abs(skew - known) > 5_000) keeper.change { copy(skew = skew) }
    }
}
