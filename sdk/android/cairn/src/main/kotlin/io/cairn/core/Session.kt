package io.cairn.core

import io.cairn.Attribution
import io.cairn.Consent
import io.cairn.Options
import kotlin.math.abs

/** The state after the files are open. Used on Cairn's thread only. */
internal class Session(
    private val platform: Platform,
    private val scheduler: Scheduler,
    private val options: Options,
    private val log: Logger,
) {
    val state = StateFile.open(platform.files, scheduler, log)
    val queue = Queue.open(platform.files, log, scheduler.wall())
    var isTest = options.testMode
    private val run = scheduler.uuid()
    private val device = DeviceFacts(platform.device, scheduler, log)
    private val onSettled = mutableMapOf<Long, (CallResult) -> Unit>()
    private val transport = Transport(
        Target(options.server.trimEnd('/'), options.token, options.key),
        platform.network,
        scheduler,
        serverNow = { scheduler.wall() + (state.value.skew ?: 0.0) },
        learn = ::learnSkew,
        log,
    )
    val sender = Sender(
        queue,
        transport,
        scheduler,
        log,
        maySend = { permission() == Permission.SEND },
        complete = ::complete,
        settled = { call, result -> onSettled.remove(call.number)?.invoke(result) },
    )

    init {
        platform.network.onOnline { scheduler.next { sender.retryNow() } }
    }

    fun permission(): Permission =
        state.value.run { Permission.of(enabled, options.waitForConsent, consent, released) }

    /** True if the server would reject the call; logs the reason. */
    fun rejects(call: Call): Boolean {
        val problem = Problems.of(call) ?: return false
        log(Level.WARN, "${call.path} was not sent: $problem")
        return true
    }

    /** True once the call is on the disk. */
    fun enqueue(call: Call, onResult: ((CallResult) -> Unit)? = null): Boolean {
        if (rejects(call)) return false
        if (permission() == Permission.DROP) {
            log(Level.INFO, "${call.path} was not stored: Cairn is switched off on this device")
            return false
        }
        val added = queue.add(call.path, call.body, callTime())
        if (added.dropped > 0) {
            state.change { copy(dropped = dropped + added.dropped) }
            log(Level.WARN, "the queue is full: ${added.dropped} calls were dropped")
        }
        if (onResult != null && added.outcome != Queue.Outcome.FULL) onSettled[added.number] = onResult
        sender.wake()
        return added.outcome == Queue.Outcome.STORED
    }

    fun start(link: String?, onResult: () -> Unit) {
        val reported = state.value.dropped
        val device = if (reported > 0) mapOf("device_data" to mapOf("cairn_dropped_calls" to reported)) else emptyMap()
        val opened = if (link == null) emptyMap() else mapOf("link" to link)
        val isStored = enqueue(Call("init", opened + device)) { onResult() }
        // The next start reports calls that were dropped to make room for this one.
        if (isStored && reported > 0) state.change { copy(dropped = dropped - reported) }
    }

    fun attribution(done: (Attribution) -> Unit) {
        transport.send(Call("attribution-data", common() + age())) { done(Responses.attribution(it.body)) }
    }

    /** Omitted fields stay unchanged, here and on the server. */
    fun setConsent(consent: Consent): Boolean {
        val call = Call("set-consent", consent.toWire())
        if (rejects(call)) return false
        val before = state.value.consent
        val whole = Consent(
            consent.eea ?: before?.eea,
            consent.adUserData ?: before?.adUserData,
            consent.adPersonalization ?: before?.adPersonalization,
            consent.adStorage ?: before?.adStorage,
            consent.usOptOut ?: before?.usOptOut,
            consent.isChild ?: before?.isChild,
            consent.tcString ?: before?.tcString,
            consent.gppString ?: before?.gppString,
        )
        state.change { copy(consent = whole) }
        return enqueue(call)
    }

    /**
     * Sends device data that was available late as evidence, once. [done] is called if this can change the decision.
     */
    fun sendLate(done: () -> Unit) {
        // Before consent no device data is read; the next start can send it.
        if (state.value.isLateSent || permission() != Permission.SEND) return
        device.late { late ->
            val sent = withConsent(late, state.value.consent)
            if (enqueue(Call("attribution-data", mapOf("device_data" to sent)))) {
                state.change { copy(isLateSent = true, attribution = null) }
                done()
            }
        }
    }

    private fun callTime() = CallTime(scheduler.wall(), scheduler.monotonic(), run, state.value.skew)

    private fun common() = mapOf("install_instance_id" to state.value.install, "platform" to "ANDROID")

    /** Seconds since the first start. The clock may have been changed since, so implausible values are left out. */
    private fun age(): Map<String, Any?> {
        val seconds = (scheduler.wall() - state.value.installedAt) / 1_000
        return if (seconds >= 0 && seconds < 1e9) mapOf("time_since_app_install" to seconds) else emptyMap()
    }

    /** Device data is read when the start is sent, so that no IDs are read before consent and late data is included. */
    private fun complete(calls: List<QueuedCall>, done: (List<Call>) -> Unit) {
        if (calls.none { it.path == "init" }) return done(calls.map { Call(it.path, completed(it)) })
        device.known { known ->
            done(calls.map { Call(it.path, completed(it) + if (it.path == "init") aboutStart(it, known) else emptyMap()) })
        }
    }

    private fun completed(call: QueuedCall): Map<String, Any?> {
        // The server detects repeats of an opened link by its time, so that time must not change.
        val timestamp =
            if (call.path == "handle-deeplink") Math.round(call.made.wall)
            else Clocks.serverTimeOf(call.made, callTime())
        return common() + age() + call.body + ("timestamp" to timestamp)
    }

    private fun aboutStart(call: QueuedCall, known: Map<String, Any?>): Map<String, Any?> = mapOf(
        "app_version" to platform.device.appVersion,
        "package_version" to platform.packageVersion,
        "debug" to isTest,
        "device_data" to withConsent(known, state.value.consent) + objectOf(call.body["device_data"]).orEmpty(),
    )

    private fun learnSkew(date: String?, sentAt: Double) {
        val known = state.value.skew
        val skew = Clocks.skewOf(date, sentAt - (known ?: 0.0), scheduler.wall()) ?: return
        // Small differences come from the network delay and are not worth a write.
        if (known == null || abs(skew - known) > 5_000) state.change { copy(skew = skew) }
    }
}
