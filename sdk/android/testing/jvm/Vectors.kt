package io.cairn.core

import io.cairn.SigningKey
import io.cairn.core.Checks.same
import java.io.File

private const val FOLLOWED = "https://links.example.com/summer"

/** All of `sdk/vectors` except Apple's values. */
internal class Vectors(private val folder: File) {
    private fun read(name: String): Any? = Json.read(File(folder, "$name.json").readText())

    private fun each(list: Any?, step: (Map<String, Any?>) -> Unit) {
        (list as List<*>).forEachIndexed { index, entry ->
            val fields = objectOf(entry)!!
            Checks.holds("vector ${fields["name"] ?: index}") { step(fields) }
        }
    }

    fun all() {
        queue(objectOf(read("queue"))!!)
        calls(objectOf(read("calls"))!!)
        retry(objectOf(read("retry"))!!)
        clock(objectOf(read("clock"))!!)
        each(read("signing"), ::signing)
        each(objectOf(read("state"))!!["files"], ::state)
        consent(objectOf(read("consent"))!!)
        decision(objectOf(read("decision"))!!)
        each(objectOf(read("deeplinks"))!!["sessions"], ::deeplinks)
    }

    private fun calls(calls: Map<String, Any?>) {
        each(calls["calls"]) { entry ->
            var body = objectOf(entry["body"])!!
            objectOf(entry["long"])?.let { long ->
                val text = (long["letter"] as String? ?: "x").repeat((long["count"] as Number).toInt())
                body = when (val field = long["in"] as String) {
                    "event_data" -> body + (field to mapOf("text" to text))
                    "user_data.phone" -> body + ("user_data" to objectOf(body["user_data"])!! + ("phone" to text))
                    else -> body + (field to text)
                }
            }
            val nan = mapOf("amount" to Double.NaN)
            if (entry["nan"] == "event_data") body = body + ("event_data" to nan)
            if (entry["nan"] == "") body = body + nan
            same(Problems.of(Call(entry["path"] as String, body)), entry["problem"])
        }
        each(calls["servers"]) { entry ->
            same(Problems.ofStart(entry["server"] as String, "ct_1") == null, entry["starts"])
        }
    }

    private fun deeplinks(entry: Map<String, Any?>) {
        val disk = Disk()
        val server = FakeServer()
        val apps = mutableListOf<App>()
        for (step in entry["steps"] as List<*>) {
            val parts = step as List<*>
            when (parts[0]) {
                "start" -> apps += App(server, disk).listen().start(if (parts.size > 1) FOLLOWED else null)
                "link" -> apps.last().client.handleLink(FOLLOWED) {}
                else -> server.attribution = Faults.decided("myapp://summer", false)
            }
            apps.last().phone.pass(if (parts[0] == "decided") 60_000.0 else 2_000.0)
        }
        same(apps.flatMap { it.links }.map { if (it.isDeferred) "deferred" else "direct" }, entry["delivered"])
    }

    private fun queue(queue: Map<String, Any?>) {
        each(queue["log"]) { entry ->
            val text = entry["text"] as String
            val log = QueueLog.read(text)
            val calls = log.calls.map {
                mapOf("number" to it.number, "path" to it.path, "body" to it.body, "made" to it.made.toJson())
            }
            same(calls, entry["calls"])
            same(log.damaged, entry["damaged"], "damaged")
            same(log.isTorn, entry["isTorn"], "isTorn")
            same(log.next, entry["next"], "next")
            for (call in log.calls) same(text.contains(QueueLog.callLine(call).trimEnd()), true, "written as read")
        }
        each(queue["limits"]) { entry ->
            fun waiting(fields: Map<String, Any?>, number: Number) =
                QueueLimits.Waiting(number.toLong(), fields["path"] as String, (fields["bytes"] as Number).toInt())
            val fill = objectOf(entry["fill"])
            val alike = List((fill?.get("count") as? Number)?.toInt() ?: 0) { waiting(fill!!, it) }
            val others = (entry["waiting"] as List<*>).map { objectOf(it)!! }.map { waiting(it, it["number"] as Number) }
            val added = objectOf(entry["added"])!!
            val bytes = (added["bytes"] as Number).toInt()
            same(QueueLimits.callsToDrop(alike + others, added["path"] as String, bytes), entry["dropped"])
        }
    }

    private fun retry(retry: Map<String, Any?>) {
        each(retry["verdicts"]) { entry ->
            val verdict = Retry.verdictOf((entry["status"] as Number).toInt(), entry["body"])
            same(verdict.name.lowercase(), entry["verdict"])
        }
        each(retry["delays"]) { entry ->
            val requestedMs = (entry["requestedMs"] as Number?)?.toDouble()
            val chance = (entry["chance"] as Number).toDouble()
            same(Retry.delayOf((entry["failures"] as Number).toInt(), requestedMs, chance), entry["ms"])
        }
        each(retry["requested"]) { entry ->
            val now = (entry["now"] as Number).toDouble()
            same(Retry.requestedDelay(entry["header"] as String?, now), entry["ms"])
        }
    }

    private fun clock(clock: Map<String, Any?>) {
        each(clock["times"]) { entry ->
            val made = CallTime.of(entry["made"])!!
            same(Clocks.serverTimeOf(made, CallTime.of(entry["now"])!!), entry["serverTime"])
        }
        each(clock["skews"]) { entry ->
            fun at(name: String) = (entry[name] as Number).toDouble()
            same(Clocks.skewOf(entry["date"] as String?, at("sentAt"), at("receivedAt")), entry["skew"])
        }
    }

    private fun signing(entry: Map<String, Any?>) {
        val key = objectOf(entry["key"])!!
        fun text(name: String) = entry[name] as String
        val at = (entry["at"] as Number).toDouble()
        val signer = SigningKey(key["id"] as String, key["secret"] as String)
        same(Signing.headers(signer, text("method"), text("path"), text("body"), at), entry["headers"])
        same(Signing.contentHash(text("body")), entry["contentHash"])
    }

    private fun state(entry: Map<String, Any?>) {
        val disk = Disk()
        disk.replace("cairn-kept.json", Json.write(entry["file"]))
        val state = StateFile.open(disk, Phone { HttpResponse(200, "{}") { null } }) { _, _ -> }
        state.change { this }
        same(Json.read(disk.read("cairn-kept.json")!!), entry["file"])
        same(state.value.install, objectOf(entry["file"])!!["install"])
        same(state.value.isDeferredDelivered, objectOf(entry["file"])!!["isDeferredTold"])
    }

    private fun consent(consent: Map<String, Any?>) {
        each(consent["permissions"]) { entry ->
            val settings = objectOf(entry["settings"])!!
            fun flag(name: String) = settings[name] as Boolean
            val consented = consentOf(settings["consent"])
            val permission = Permission.of(flag("enabled"), flag("waitForConsent"), consented, flag("released"))
            same(permission.name.lowercase(), entry["permission"])
        }
        each(consent["devices"]) { entry ->
            same(withConsent(objectOf(entry["device"])!!, consentOf(entry["consent"])), entry["sent"])
        }
    }

    private fun decision(decision: Map<String, Any?>) {
        each(decision["attributions"]) { entry ->
            val read = Responses.attribution(entry["response"])
            same(read.toJson(), entry["attribution"])
            // A stored decision equals the one that was read.
            same(decidedOf(Json.read(Json.write(read.toJson())))?.toJson(), entry["attribution"].takeIf {
                objectOf(it)!!["state"] == "decided"
            })
        }
        each(decision["deeplinks"]) { entry -> same(Responses.deeplink(entry["response"]), entry["deeplink"]) }
    }
}
