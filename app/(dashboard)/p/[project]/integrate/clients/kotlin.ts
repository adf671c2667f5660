import type { ClientTarget } from "./client";

export const kotlinClient = ({
  server,
  token,
}: ClientTarget) => `// Cairn.kt. In the manifest: <uses-permission android:name="android.permission.INTERNET" />
// In build.gradle.kts:
//   implementation("org.jetbrains.kotlinx:kotlinx-coroutines-android:1.9.0")
//   implementation("com.android.installreferrer:installreferrer:2.2")
import android.annotation.SuppressLint
import android.content.Context
import android.os.Build
import android.provider.Settings
import android.util.Log
import com.android.installreferrer.api.InstallReferrerClient
import com.android.installreferrer.api.InstallReferrerClient.InstallReferrerResponse
import com.android.installreferrer.api.InstallReferrerStateListener
import com.android.installreferrer.api.ReferrerDetails
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.withTimeoutOrNull
import org.json.JSONArray
import org.json.JSONObject
import java.io.File
import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL
import java.util.Locale
import java.util.UUID
import kotlin.coroutines.resume

private const val SERVER = ${kotlinText(server)}
private const val TOKEN = ${kotlinText(token)}

/** Make one, in the Application. Calls are kept on the device until the server has them, and sent in their order. */
class Cairn(context: Context) {
    private val app = context.applicationContext

    // No backup: a new phone is a new install, also when the old one's data is restored on it.
    private val callsFile = File(app.noBackupFilesDir, "cairn-calls")
    private val install = File(app.noBackupFilesDir, "cairn-install").run {
        if (!exists()) writeText(UUID.randomUUID().toString())
        readText()
    }
    private val calls = runCatching { JSONArray(callsFile.readText()) }.getOrElse { JSONArray() }
    private val more = Channel<Unit>(Channel.CONFLATED)
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO)

    init {
        more.trySend(Unit)
        scope.launch { for (each in more) sendAll() }
    }

    /** At every start of the app; with the link, if one opened it. */
    fun start(link: String? = null) {
        scope.launch {
            val version = app.packageManager.getPackageInfo(app.packageName, 0).versionName
            add("init", JSONObject().put("app_version", version).put("device_data", device()).putOpt("link", link))
        }
    }

    /** After every sign-up and sign-in. Before it, events and payments belong to nobody and are not stored. */
    fun identify(id: String, name: String? = null, email: String? = null, phone: String? = null) {
        val user = JSONObject().put("id", id).putOpt("name", name).putOpt("email", email).putOpt("phone", phone)
        add("trigger", JSONObject().put("user_data", user))
    }

    fun event(name: String, data: Map<String, Any?> = emptyMap()) {
        val id = UUID.randomUUID().toString()
        add("capture-event", JSONObject().put("event_name", name).put("event_data", JSONObject(data)).put("event_id", id))
    }

    /** [id] is from the store or from your server: the same id counts once, however often it is sent. */
    fun payment(id: String, amount: Double, type: String = "DEFAULT", data: Map<String, Any?> = emptyMap()) {
        val payment = JSONObject().put("payment_id", id).put("amount", amount).put("type", type)
        add("capture-payment", payment.put("event_data", JSONObject(data)))
    }

    fun removePayment(id: String) = add("remove-captured-payment", JSONObject().put("payment_id", id))

    private fun add(name: String, body: JSONObject) {
        body.put("token", TOKEN).put("install_instance_id", install).put("platform", "ANDROID")
        synchronized(calls) {
            if (calls.length() >= 1000) return // offline for very long
            calls.put(JSONObject().put("name", name).put("body", body))
            callsFile.writeText(calls.toString())
        }
        more.trySend(Unit)
    }

    private suspend fun sendAll() {
        var wait = 1_000L
        while (true) {
            val call = synchronized(calls) { calls.optJSONObject(0) } ?: return
            if (post(call.getString("name"), call.getJSONObject("body"))) {
                synchronized(calls) {
                    calls.remove(0)
                    callsFile.writeText(calls.toString())
                }
                wait = 1_000L
            } else {
                delay(wait)
                wait = minOf(wait * 2, 60_000L)
            }
        }
    }

    /** False: try again later. A refused call is given up, because it would be refused again. */
    private fun post(name: String, body: JSONObject): Boolean {
        val connection = URL("$SERVER/api/client/$name").openConnection() as HttpURLConnection
        return try {
            connection.requestMethod = "POST"
            connection.doOutput = true
            connection.connectTimeout = 10_000
            connection.readTimeout = 10_000
            connection.setRequestProperty("Content-Type", "application/json")
            connection.outputStream.use { it.write(body.toString().toByteArray()) }
            val status = connection.responseCode
            if (status in 400..499 && status != 429) {
                Log.w("Cairn", "refused $name: " + connection.errorStream?.bufferedReader()?.readText())
            }
            status < 500 && status != 429
        } catch (unreachable: IOException) {
            false
        } finally {
            connection.disconnect()
        }
    }

    @SuppressLint("HardwareIds")
    private suspend fun device(): JSONObject {
        val referrer = runCatching { withTimeoutOrNull(5_000) { referrer() } }.getOrNull()
        return JSONObject()
            .put("brand", Build.BRAND)
            .put("device_name", Build.MODEL)
            .put("system_version", Build.VERSION.RELEASE)
            .put("language", Locale.getDefault().toLanguageTag())
            .put("android_id", Settings.Secure.getString(app.contentResolver, Settings.Secure.ANDROID_ID))
            .putOpt("install_ref", referrer?.installReferrer)
            .putOpt("installBeginTimestampServerSeconds", referrer?.installBeginTimestampServerSeconds)
            .putOpt("referrerClickTimestampServerSeconds", referrer?.referrerClickTimestampServerSeconds)
    }

    /** What Google Play knows of the click that led here. */
    private suspend fun referrer(): ReferrerDetails? = suspendCancellableCoroutine { found ->
        val client = InstallReferrerClient.newBuilder(app).build()
        client.startConnection(object : InstallReferrerStateListener {
            override fun onInstallReferrerSetupFinished(code: Int) {
                val details = if (code == InstallReferrerResponse.OK) runCatching { client.installReferrer }.getOrNull() else null
                client.endConnection()
                if (found.isActive) found.resume(details)
            }

            override fun onInstallReferrerServiceDisconnected() {
                if (found.isActive) found.resume(null)
            }
        })
    }
}
`;

/** A dollar would begin a name in it. */
function kotlinText(text: string): string {
  return JSON.stringify(text).replaceAll("$", "\\$");
}

export const kotlinUse = () => `class App : Application() {
    val cairn by lazy { Cairn(this) }

    override fun onCreate() {
        super.onCreate()
        cairn.start()
    }
}

cairn.identify(id = "user-42", name = "Ada")
cairn.event("trail_finished", mapOf("km" to 12.4))
cairn.payment(id = "order-1001", amount = 9.99, type = "FIRST_PAYMENT")
cairn.removePayment("order-1001") // refunded
`;
