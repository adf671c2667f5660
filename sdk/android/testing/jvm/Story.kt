package io.cairn.core

import io.cairn.AdRevenue
import io.cairn.Attribution
import io.cairn.Consent
import io.cairn.Options
import io.cairn.Payment
import io.cairn.SigningKey
import io.cairn.User
import java.io.File
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit

/** Plays `sdk/conformance/story.json` with a real disk and network. */
internal class Story(private val server: String, private val token: String, private val key: SigningKey?) {
    private val log: Logger = { level, message -> println("$level: $message") }
    private val scheduler = SystemScheduler({ System.nanoTime() / 1e6 }, { step -> step() }, log)
    private val client = Client(scheduler, log)

    /** True once the queue is empty. */
    fun play(story: File, folder: File): Boolean {
        val steps = objectOf(Json.read(story.readText()))!!["steps"] as List<*>
        for (step in steps) {
            val (name, values) = (step as List<*>).let { it.first() as String to it.drop(1) }
            play(name, values, folder)
        }
        val end = System.nanoTime() + 20_000_000_000
        while (System.nanoTime() < end) {
            if (folder.list().orEmpty().toList() == listOf("cairn-kept.json")) return true
            Thread.sleep(20)
        }
        return false
    }

    fun attribution(): Attribution? {
        val received = CountDownLatch(1)
        var found: Attribution? = null
        client.attribution(10_000) {
            found = it
            received.countDown()
        }
        received.await(15, TimeUnit.SECONDS)
        return found
    }

    private fun play(name: String, values: List<Any?>, folder: File) {
        fun text(index: Int) = values[index] as String
        val fields = values.firstNotNullOfOrNull(::objectOf).orEmpty()
        val amount = values.getOrNull(2) as? Number
        when (name) {
            "start" -> client.start(null, Options(server, token, key)) {
                Platform(DiskFiles(folder), network, device, "jvm/1")
            }
            "identify" -> client.identify(User(fields["id"] as String, fields["name"] as String?)) {}
            "setUser" -> client.setUser(fields) {}
            "event" -> client.event(text(0), fields, amount?.toDouble()) {}
            "payment" -> client.payment(
                Payment(
                    fields["id"] as String,
                    (fields["amount"] as Number).toDouble(),
                    (fields["type"] as String?)?.let(Payment.Type::valueOf),
                    data = objectOf(fields["data"]).orEmpty(),
                    currency = fields["currency"] as String?,
                ),
            ) {}
            "adRevenue" -> client.adRevenue(
                AdRevenue(
                    (fields["amount"] as Number).toDouble(),
                    fields["currency"] as String?,
                    fields["network"] as String?,
                    fields["placement"] as String?,
                    fields["adUnit"] as String?,
                    fields["adFormat"] as String?,
                    fields["precision"] as String?,
                ),
            ) {}
            "removePayment" -> client.removePayment(text(0)) {}
            "setPushToken" -> client.setPushToken(text(0)) {}
            "setIntegration" -> client.setIntegration(text(0), text(1)) {}
            "setConsent" -> client.setConsent(
                Consent(
                    fields["eea"] as Boolean?,
                    fields["adUserData"] as Boolean?,
                    fields["adPersonalization"] as Boolean?,
                    fields["adStorage"] as Boolean?,
                    fields["usOptOut"] as Boolean?,
                ),
            ) {}
            else -> error("the story has a step that this package does not know: $name")
        }
    }

    private val network = object : Network {
        override fun post(url: String, headers: Map<String, String>, body: String, timeoutMs: Int) =
            Http.post(url, headers, body, timeoutMs)

        override fun onOnline(callback: () -> Unit) = Unit
    }

    private val device = object : Device {
        override val appVersion = "2.1.0"

        override fun read(done: (Map<String, Any?>) -> Unit) = done(mapOf("brand" to "Cairn", "device_name" to "JVM"))

        override fun readLate(done: (Map<String, Any?>?) -> Unit) = done(null)
    }
}
