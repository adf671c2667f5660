package io.cairn.core

import io.cairn.LogLevel
import java.io.IOException
import java.net.URL
import java.util.Date
import java.util.Locale
import java.util.TimeZone

/** A phone for tests: a disk that can fill up, clocks that stand still until they are moved, a simulated network. */
internal class Phone(val disk: Disk = Disk(), private val serve: (Sent) -> HttpResponse) : Scheduler {
    val sent = mutableListOf<Sent>()
    val logged = mutableListOf<String>()
    var now = 1_767_225_600_000.0
    var up = 5_000.0
    var facts: Map<String, Any?> = mapOf("brand" to "Cairn")
    var late: Map<String, Any?>? = null
    private val steps = ArrayDeque<() -> Unit>()
    private val timers = mutableListOf<Timer>()
    private var serial = 0
    private var online = {}
    private val name = "phone-${made++}"

    class Sent(val path: String, val headers: Map<String, String>, val body: Map<String, Any?>)

    private class Timer(val at: Double, val step: () -> Unit)

    fun client() = Client(this, ::log)

    fun platform() = Platform(disk, network, device, "test/1")

    fun comeOnline() = online()

    override fun wall() = now
    override fun monotonic() = up
    override fun uuid() = "$name-${serial++}"
    override fun fraction() = 0.5
    override fun next(step: () -> Unit) = steps.addLast(step)
    override fun aside(step: () -> Unit) = steps.addLast(step)
    override fun callApp(step: () -> Unit) = steps.addLast(step)
    override fun after(ms: Long, step: () -> Unit): () -> Unit {
        val timer = Timer(up + ms, step)
        timers += timer
        return { timers -= timer }
    }

    /** Advances the time and runs the steps that are due, in order. */
    fun pass(ms: Double = 0.0) {
        val end = up + ms
        while (true) {
            while (steps.isNotEmpty()) steps.removeFirst()()
            val next = timers.filter { it.at <= end }.minByOrNull { it.at } ?: break
            timers -= next
            now += maxOf(0.0, next.at - up)
            up = maxOf(up, next.at)
            next.step()
        }
        now += end - up
        up = end
    }

    private fun log(level: LogLevel, message: String) {
        logged += "$level: $message"
    }

    private val network = object : Network {
        override fun post(url: String, headers: Map<String, String>, body: String, timeoutMs: Int): HttpResponse {
            val path = URL(url).path.removePrefix("/api/client/")
            val one = Sent(path, headers, objectOf(Json.read(body))!!)
            sent += one
            return serve(one)
        }

        override fun onOnline(callback: () -> Unit) {
            online = callback
        }
    }

    private val device = object : Device {
        override val appVersion = "2.1.0"
        override fun read(done: (Map<String, Any?>) -> Unit) = done(facts)
        override fun readLate(done: (Map<String, Any?>?) -> Unit) = done(late)
    }

    private companion object {
        var made = 0
    }
}

/** Files in memory. A write beyond [room] leaves the bytes that still fit, and fails, as a full disk does. */
internal class Disk(val files: MutableMap<String, ByteArray> = mutableMapOf(), var room: Int = Int.MAX_VALUE) : Files {
    fun copy() = Disk(files.toMutableMap())

    override fun read(name: String) = files[name]?.decodeToString()

    override fun append(name: String, text: String) {
        val bytes = text.toByteArray()
        val fits = bytes.copyOf(minOf(bytes.size, maxOf(0, room)))
        if (room != Int.MAX_VALUE) room -= fits.size
        files[name] = (files[name] ?: ByteArray(0)) + fits
        if (fits.size < bytes.size) throw IOException("ENOSPC")
    }

    override fun replace(name: String, text: String) {
        if (text.toByteArray().size > room) throw IOException("ENOSPC")
        files[name] = text.toByteArray()
    }

    override fun remove(name: String) {
        files.remove(name)
    }
}

/** Stores calls and detects repeats as the server does: by install, `event_id`, `payment_id` and a link's time. */
internal class FakeServer {
    class Stored(val path: String, val key: String, val body: Map<String, Any?>)

    class Failure(val status: Int, val headers: Map<String, String> = emptyMap(), val stores: Boolean = false)

    val stored = mutableListOf<Stored>()
    var attribution: Map<String, Any?> =
        mapOf("deeplink" to "", "campaign_data" to null, "attribution_source" to "PENDING")
    var hasBatch = true
    var fails: (Phone.Sent) -> Failure? = { null }

    /** The time of the server's clock. */
    var date: (() -> Double)? = null

    val events get() = stored.filter { it.path == "capture-event" }.map { it.body["event_name"] }

    fun respond(sent: Phone.Sent): HttpResponse {
        val failure = fails(sent)
        if (failure == null || failure.stores) handle(sent).let { if (failure == null && it != null) return dated(200, it) }
        if (failure == null) return dated(404, envelope(404, null))
        return dated(failure.status, envelope(failure.status, null), failure.headers)
    }

    private fun handle(sent: Phone.Sent): Map<String, Any?>? {
        if (sent.path != "batch") return one(sent.path, sent.body)
        if (!hasBatch) return null
        val results = (sent.body["calls"] as List<*>).map { call ->
            val fields = objectOf(call)!!
            mapOf("status" to 200, "body" to one(fields["path"] as String, objectOf(fields["body"])!!))
        }
        return envelope(200, mapOf("answers" to results))
    }

    private fun one(path: String, body: Map<String, Any?>): Map<String, Any?> {
        if (path == "attribution-data" && "device_data" !in body) return envelope(200, attribution)
        val fields = if ("deeplink_url" in body) body else body - "timestamp" - "time_since_app_install"
        val key = (body["event_id"] ?: body["payment_id"] ?: Json.write(fields - "time_since_app_install")).toString()
        if (path == "init" || stored.none { it.path == path && it.key == key }) stored += Stored(path, key, body)
        return envelope(200, if (path == "handle-deeplink") mapOf("deeplink" to "myapp://found") else emptyMap())
    }

    private fun envelope(status: Int, data: Any?) = mapOf("msg" to "x", "status" to status, "data" to data)

    private fun dated(status: Int, body: Any?, headers: Map<String, String> = emptyMap()): HttpResponse {
        val fields = date?.let { mapOf("date" to httpDate(it())) }.orEmpty() + headers
        return HttpResponse(status, Json.write(body)) { fields[it] }
    }

    private fun httpDate(ms: Double): String {
        val format = java.text.SimpleDateFormat("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
        format.timeZone = TimeZone.getTimeZone("GMT")
        return format.format(Date(ms.toLong()))
    }
}
