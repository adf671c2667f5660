package io.cairn.core

import io.cairn.Attribution
import io.cairn.Consent
import io.cairn.Deeplink
import io.cairn.Options
import io.cairn.Payment
import io.cairn.SigningKey
import io.cairn.User
import io.cairn.core.Checks.holds
import io.cairn.core.Checks.same
import io.cairn.core.Checks.that
import java.io.IOException
import kotlin.math.abs

private const val LOG = "cairn-calls.log"
private const val HOUR = 3_600_000.0
private val options = Options("https://links.example.com/", "ct_1")

/** An app on a simulated phone. */
internal class App(
    val server: FakeServer = FakeServer(),
    disk: Disk = Disk(),
    private val options: Options = io.cairn.core.options,
    serve: (Phone.Sent) -> HttpResponse = server::respond,
) {
    val phone = Phone(disk, serve)
    val client = phone.client()
    val links = mutableListOf<Deeplink>()

    fun start(link: String? = null) = apply {
        client.start(link, options) { phone.platform() }
        phone.pass()
    }

    fun listen() = apply { client.onDeeplink { links += it } }

    fun event(name: String): Boolean {
        var isStored = false
        client.event(name, emptyMap(), null) { isStored = it }
        phone.pass()
        return isStored
    }

    fun payment(id: String): Boolean {
        var isStored = false
        client.payment(Payment(id, 5.0)) { isStored = it }
        phone.pass()
        return isStored
    }
}

internal object Faults {
    fun all() {
        kills()
        server()
        disks()
        clocks()
        links()
        permission()
        evidence()
    }

    private fun kills() = holds("a process killed at any byte of the queue's file loses and doubles no accepted call") {
        val app = App().also { it.server.fails = { FakeServer.Failure(503) } }.start()
        val accepted = mutableListOf<Pair<Int, String>>()
        for (name in listOf("first", "zweites Ereignis ä", "🏔️", "last")) {
            that(app.event(name)) { "$name was not stored" }
            accepted += app.phone.disk.files[LOG]!!.size to name
        }
        val bytes = app.phone.disk.files[LOG]!!
        for (cut in 0..bytes.size) {
            val disk = app.phone.disk.copy()
            disk.files[LOG] = bytes.copyOf(cut)
            val reborn = App(disk = disk).start()
            reborn.event("after")
            reborn.phone.pass(5_000.0)
            val whole = accepted.filter { (end) -> end <= cut }.map { (_, name) -> name }
            val found = reborn.server.events
            same(found.take(whole.size), whole, "cut at $cut")
            // A line without its line feed is complete, so its event may be sent, too.
            that(found.size - whole.size in 1..2) { "cut at $cut: $found" }
            same(found.last(), "after")
        }
    }

    private fun server() {
        holds("a server that fails for an hour, and stores half of it, gets each event once and in order") {
            val app = App()
            var turn = 0
            app.server.fails = { FakeServer.Failure(500, stores = turn++ % 2 == 0) }
            app.start().client.identify(User("ada")) {}
            for (minute in 0 until 60) {
                app.event("minute $minute")
                app.phone.pass(60_000.0)
            }
            that(app.phone.sent.size < 40) { "${app.phone.sent.size} requests" }
            app.server.fails = { null }
            app.phone.pass(10 * 60_000.0)
            same(app.server.events, List(60) { "minute $it" })
            same(app.phone.disk.files[LOG], null)
        }
        holds("a minute requested by the server passes before the next call") {
            val app = App()
            app.server.fails = { FakeServer.Failure(429, mapOf("retry-after" to "60")) }
            app.start().phone.pass(59_000.0)
            same(app.phone.sent.size, 1)
            app.server.fails = { null }
            app.phone.pass(2_000.0)
            same(app.server.stored.map { it.path }, listOf("init"))
        }
        holds("coming online ends a wait") {
            val app = App().also { it.server.fails = { FakeServer.Failure(503) } }.start()
            app.phone.pass(20 * 60_000.0)
            app.server.fails = { null }
            app.phone.comeOnline()
            app.phone.pass()
            same(app.server.stored.size, 1)
        }
        holds("an older server without the batch gets the calls one by one") {
            val app = App().also { it.server.hasBatch = false }.start()
            for (name in listOf("one", "two", "three")) app.client.event(name, emptyMap(), null) {}
            app.phone.pass(1_000.0)
            same(app.server.events, listOf("one", "two", "three"))
            that(app.phone.sent.count { it.path == "batch" } <= 1) { "more than one batch" }
        }
        holds("a captive portal's page settles no call") {
            var isCaptive = true
            val server = FakeServer()
            val page = HttpResponse(200, "<html>Room number?") { null }
            val app = App(server, serve = { if (isCaptive) page else server.respond(it) }).start()
            app.event("in a hotel")
            app.phone.pass(60_000.0)
            isCaptive = false
            app.phone.pass(10 * 60_000.0)
            same(server.events, listOf("in a hotel"))
        }
        holds("a replaced token: calls are rarely retried, and sent with the token of the app's next version") {
            val refusing = App().also { it.server.fails = { FakeServer.Failure(401) } }.start()
            refusing.payment("order-1")
            refusing.phone.pass(HOUR)
            that(refusing.phone.sent.size < 30) { "${refusing.phone.sent.size} requests" }
            val updated = App(disk = refusing.phone.disk, options = Options("https://a.example", "ct_2")).start()
            updated.phone.pass(5_000.0)
            same(updated.server.stored.count { it.path == "capture-payment" }, 1)
            that(updated.phone.sent.all { it.body["token"] == "ct_2" }) { "the old token" }
        }
        holds("after a long time offline events are dropped before payments, and the next start reports how many") {
            val app = App().also { it.server.fails = { FakeServer.Failure(503) } }.start()
            for (serial in 0 until 1_010) app.client.event("event $serial", emptyMap(), null) {}
            that(app.payment("order-1")) { "the payment was not stored" }
            val later = App(disk = app.phone.disk).start()
            later.phone.pass(60_000.0)
            same(later.server.stored.count { it.path == "capture-payment" }, 1)
            val sent = objectOf(later.server.stored.last { it.path == "init" }.body["device_data"])!!
            same(sent["cairn_dropped_calls"], 1 + 1_010 + 1 - 1_000)
            // The second start dropped a call for itself, which the next start reports.
            same(objectOf(Json.read(later.phone.disk.read("cairn-kept.json")!!))!!["dropped"], 1)
        }
    }

    private fun disks() {
        holds("a full disk: unwritten calls return false, and are still sent") {
            val app = App().also { it.server.fails = { FakeServer.Failure(503) } }.start()
            that(app.event("kept")) { "was not stored" }
            app.phone.disk.room = 30
            that(!app.event("half a line")) { "was stored" }
            that(!app.event("another line")) { "was stored" }
            app.phone.disk.room = Int.MAX_VALUE
            // There is room again, so the unsaved calls are written with the next one.
            that(app.event("room again")) { "was not stored" }
            val names = listOf("kept", "half a line", "another line", "room again")
            val log = QueueLog.read(app.phone.disk.read(LOG)!!)
            same(log.calls.drop(1).map { it.body["event_name"] }, names)
            app.server.fails = { null }
            app.phone.pass(10 * 60_000.0)
            same(app.server.events, names)
        }
        holds("a disk that is full from the beginning: calls are sent from memory") {
            val app = App(disk = Disk(room = 0)).start()
            that(!app.event("in memory")) { "was stored" }
            app.phone.pass(5_000.0)
            same(app.server.events, listOf("in memory"))
        }
    }

    private fun clocks() {
        holds("a clock that is a year off: calls and signatures have the server's time") {
            val app = App(options = Options("https://a.example", "ct_1", SigningKey("key_1", "s")))
            val right = app.phone.now
            app.phone.now -= 365 * 24 * HOUR
            val began = app.phone.up
            val truth = { right + (app.phone.up - began) }
            app.server.date = truth
            app.start().phone.pass(10_000.0)
            app.event("walked")
            app.phone.pass(10_000.0)
            val event = app.server.stored.first { it.path == "capture-event" }
            that(abs((event.body["timestamp"] as Number).toDouble() - (truth() - 10_000)) < 1_000) { "another time" }
            val signed = app.phone.sent.last().headers["x-timestamp"]!!.toDouble()
            that(abs(signed - truth()) < 60_000) { "signed by another time" }
        }
        holds("calls made offline with a wrong clock have the right time, once its error is known") {
            val server = FakeServer()
            var isOffline = true
            val app = App(server, serve = { if (isOffline) throw IOException("offline") else server.respond(it) })
            val right = app.phone.now
            app.phone.now += 365 * 24 * HOUR
            val began = app.phone.up
            server.date = { right + (app.phone.up - began) }
            app.start().event("offline")
            app.phone.pass(HOUR)
            isOffline = false
            // The first response is the error and settles nothing.
            var isFirst = true
            server.fails = { if (isFirst) FakeServer.Failure(503).also { isFirst = false } else null }
            app.phone.pass(HOUR)
            val event = server.stored.first { it.path == "capture-event" }
            that(abs((event.body["timestamp"] as Number).toDouble() - right) < 2_000) { "another time" }
        }
    }

    fun decided(deeplink: String, isGuess: Boolean?) = mapOf(
        "deeplink" to deeplink,
        "campaign_data" to mapOf("id" to "summer", "name" to "Summer", "group_name" to "", "asset_name" to ""),
        "attribution_source" to "META",
        "is_guess" to isGuess,
    )

    private fun links() {
        holds("attribution waits up to its timeout and no longer, also before start") {
            val app = App()
            val found = mutableListOf<Attribution>()
            app.client.attribution(1_500) { found += it }
            app.phone.pass(1_400.0)
            same(found.size, 0)
            app.phone.pass(200.0)
            same(found, listOf(Attribution.Pending(null)))
            same(app.phone.sent.size, 0)
        }
        holds("attribution returns as soon as the server has decided, and immediately from then on") {
            val app = App().start()
            val found = mutableListOf<Attribution>()
            app.client.attribution(5_000) { found += it }
            app.phone.pass(700.0)
            app.server.attribution = decided("", null)
            app.phone.pass(600.0)
            same((found.single() as Attribution.Decided).source, "META")
            val calls = app.phone.sent.size
            app.client.attribution(1) { found += it }
            app.phone.pass()
            same(found.size, 2)
            same(app.phone.sent.size, calls)
        }
        holds("the deferred link is delivered once, despite repeated requests and also after the next start") {
            val app = App().also { it.server.attribution = decided("myapp://summer", true) }.listen().start()
            app.phone.pass(5_000.0)
            app.client.attribution(1_000) {}
            app.phone.pass(5_000.0)
            same(app.links, listOf(Deeplink("myapp://summer", isDeferred = true, isGuess = true)))
            val next = App(app.server, app.phone.disk).listen().start()
            next.client.attribution(1_000) {}
            next.phone.pass(5_000.0)
            same(next.links, emptyList<Deeplink>())
        }
        holds("a deferred link waits for the app to listen") {
            val app = App().also { it.server.attribution = decided("myapp://summer", false) }.start()
            app.phone.pass(5_000.0)
            app.listen().phone.pass()
            same(app.links, listOf(Deeplink("myapp://summer", isDeferred = true, isGuess = false)))
        }
        holds("the link of the first start is delivered once, without a deferred one") {
            val app = App().also { it.server.attribution = decided("myapp://summer", false) }.listen()
            app.start("https://links.example.com/summer").phone.pass(60_000.0)
            same(app.links, listOf(Deeplink("https://links.example.com/summer", isDeferred = false, isGuess = false)))
            same(app.server.stored.count { it.path == "handle-deeplink" }, 0)
        }
        holds("a link that opens the running app has the server's destination; offline its own, soon") {
            val app = App().listen().start()
            app.client.handleLink("https://links.example.com/a") {}
            app.phone.pass(100.0)
            same(app.links.map { it.url }, listOf("myapp://found"))
            app.server.fails = { FakeServer.Failure(503) }
            app.client.handleLink("https://links.example.com/b") {}
            app.phone.pass(1_600.0)
            same(app.links.map { it.url }, listOf("myapp://found", "https://links.example.com/b"))
        }
        holds("an error of the app's link handler does not affect other handlers") {
            val app = App()
            app.client.onDeeplink { error("the app's") }
            app.listen().start()
            app.client.handleLink("https://links.example.com/a") {}
            app.phone.pass(100.0)
            same(app.links.size, 1)
            that(app.phone.logged.any { "the app's link handler" in it }) { app.phone.logged.toString() }
        }
    }

    private fun permission() {
        holds("with waitForConsent nothing is sent before it; then all calls are, without the denied IDs") {
            val app = App(options = Options("https://a.example", "ct_1", waitForConsent = true))
            app.phone.facts = mapOf("brand" to "Cairn", "gaid" to "38400000-8cf0-11bd-b23e-10b96e40000d")
            app.start().event("waited")
            app.phone.pass(HOUR)
            same(app.phone.sent.size, 0)
            app.client.setConsent(Consent(eea = true, adUserData = false)) {}
            app.phone.pass(5_000.0)
            same(app.server.events, listOf("waited"))
            val sent = objectOf(app.server.stored.first { it.path == "init" }.body["device_data"])!!
            same(sent, mapOf("brand" to "Cairn", "eea" to true, "ad_user_data" to false))
        }
        holds("disabled, no calls are stored or sent, also after the next start; enabled again they are") {
            val app = App().also { it.server.fails = { FakeServer.Failure(503) } }.start()
            app.event("waits")
            app.client.setEnabled(false)
            app.phone.pass()
            same(app.phone.disk.files[LOG], null)
            val next = App(disk = app.phone.disk).start()
            that(!next.event("off")) { "was stored" }
            same(next.phone.sent.size, 0)
            next.client.setEnabled(true)
            that(next.event("on")) { "was not stored" }
            next.phone.pass(5_000.0)
            same(next.server.events, listOf("on"))
        }
        holds("forgetMe deletes all stored data; the next start is another install") {
            val app = App().start()
            app.phone.pass(5_000.0)
            val before = app.server.stored.first().body["install_instance_id"]
            app.client.forgetMe()
            app.phone.pass()
            same(app.phone.disk.files.keys, emptySet<String>())
            app.phone.pass(HOUR)
            same(app.phone.disk.files.keys, emptySet<String>())
            app.start().phone.pass(5_000.0)
            val after = app.server.stored.last().body["install_instance_id"]
            that(after != null && after != before) { "the same install" }
        }
        holds("setUser before identify is not sent; later changes of the app's data do not affect a call") {
            val app = App().start()
            app.client.setUser(mapOf("email" to "a@example.com")) {}
            val data = mutableMapOf<String, Any?>("km" to 1)
            app.client.event("walked", data, null) {}
            data["km"] = 2
            app.phone.pass(5_000.0)
            same(app.server.stored.map { it.path }, listOf("init", "capture-event"))
            same(app.server.stored.last().body["event_data"], mapOf("km" to 1))
        }
    }

    private fun evidence() {
        holds("late system data is sent as evidence once, and the attribution is requested again") {
            val app = App()
            app.phone.late = mapOf("install_ref" to "utm_source=x")
            app.start().phone.pass(5_000.0)
            val sent = app.server.stored.single { it.path == "attribution-data" }
            same(sent.body["device_data"], mapOf("install_ref" to "utm_source=x"))
            val next = App(app.server, app.phone.disk)
            next.phone.late = mapOf("install_ref" to "utm_source=x")
            next.start().phone.pass(5_000.0)
            same(app.server.stored.count { it.path == "attribution-data" }, 1)
        }
        holds("sources that respond in time are sent at once, others late, and an empty one delays nothing") {
            val phone = Phone { HttpResponse(200, "{}") { null } }
            val early = { done: (Map<String, Any?>?) -> Unit -> done(mapOf("brand" to "Cairn")) }
            val none = { done: (Map<String, Any?>?) -> Unit -> done(null) }
            val slow = { done: (Map<String, Any?>?) -> Unit -> phone.after(9_000) { done(mapOf("gaid" to "g")) }.let {} }
            val sources = DeviceSources(listOf(early, none, slow), phone)
            val sent = mutableListOf<Map<String, Any?>?>()
            sources.readWithin(4_000) { sent += it }
            sources.readLate { sent += it }
            phone.pass(3_999.0)
            same(sent.size, 0)
            phone.pass(1.0)
            same(sent, listOf(mapOf("brand" to "Cairn")))
            phone.pass(10_000.0)
            same(sent.last(), mapOf("gaid" to "g"))
        }
    }
}
