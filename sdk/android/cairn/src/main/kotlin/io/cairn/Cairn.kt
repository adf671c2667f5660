package io.cairn

import android.app.Activity
import android.app.Application
import android.content.Context
import android.content.Intent
import android.os.Handler
import android.os.Looper
import android.os.SystemClock
import android.util.Log
import io.cairn.android.AndroidDevice
import io.cairn.android.AndroidNetwork
import io.cairn.android.AppLifecycle
import io.cairn.core.Client
import io.cairn.core.DiskFiles
import io.cairn.core.Logger
import io.cairn.core.Platform
import io.cairn.core.SystemScheduler
import java.io.File

/**
 * Attribution and events of this app. Methods do not throw or block, and callbacks run on the main thread. Calls before
 * [start] wait for it. Callbacks named `kept` receive true once the call is on disk: it then reaches the server, and
 * counts once.
 */
object Cairn {
    /** Sent with every start. The modules have the same version. */
    const val VERSION = "0.3.0"

    @Volatile
    private var logLevel = LogLevel.WARN
    private val log: Logger = { level, message ->
        if (level <= logLevel) {
            when (level) {
                LogLevel.ERROR -> Log.e("Cairn", message)
                LogLevel.WARN -> Log.w("Cairn", message)
                else -> Log.i("Cairn", message)
            }
        }
    }
    private val main = Handler(Looper.getMainLooper())
    private val scheduler = SystemScheduler({ SystemClock.elapsedRealtime().toDouble() }, { step -> main.post(step) }, log)
    private val client = Client(scheduler, log)
    private var lifecycle: AppLifecycle? = null

    /**
     * Call it at every start of the app, ideally in `Application.onCreate`. Links that open activities are detected
     * automatically.
     */
    @JvmStatic
    fun start(context: Context, options: Options) {
        val app = context.applicationContext
        listen(app)
        // The lifecycle callbacks do not report an activity that already exists.
        val link = (context as? Activity)?.let { AppLifecycle.linkOf(it.intent) }
        client.start(link, options) {
            val files = DiskFiles(File(app.noBackupFilesDir, "cairn"))
            val device = AndroidDevice(app, options.evidence, scheduler, log)
            Platform(files, AndroidNetwork(app, log), device, "android/$VERSION")
        }
    }

    /** The attribution of this install. `Pending` if the server has not decided within that time. */
    @JvmStatic
    @JvmOverloads
    fun attribution(timeoutMs: Long = 1_500, done: (Attribution) -> Unit) = client.attribution(timeoutMs, done)

    /**
     * Receives links that open the app, and the link followed before the install, each once and including those from
     * before the app listened. Call the result to stop.
     */
    @JvmStatic
    fun onDeeplink(listener: (Deeplink) -> Unit): () -> Unit = client.onDeeplink(listener)

    /** Call it for links that the app received in another way. The destination is passed to [onDeeplink]. */
    @JvmStatic
    @JvmOverloads
    fun handleLink(url: String, kept: (Boolean) -> Unit = {}) = client.handleLink(url, kept)

    /** Call it in `onNewIntent` of activities that are reused for new intents. */
    @JvmStatic
    fun handleIntent(intent: Intent?) {
        AppLifecycle.linkOf(intent)?.let { handleLink(it) }
    }

    /** Call it after each sign-up and sign-in. Before it, events and payments have no user and are not stored. */
    @JvmStatic
    @JvmOverloads
    fun identify(user: User, kept: (Boolean) -> Unit = {}) = client.identify(user, kept)

    /** Adds data of the last identified user. */
    @JvmStatic
    @JvmOverloads
    fun setUser(data: Map<String, Any?>, kept: (Boolean) -> Unit = {}) = client.setUser(data, kept)

    /** [amount] is in the project's currency and adds up in reports. */
    @JvmStatic
    @JvmOverloads
    fun event(
        name: String,
        data: Map<String, Any?> = emptyMap(),
        amount: Double? = null,
        kept: (Boolean) -> Unit = {},
    ) = client.event(name, data, amount, kept)

    @JvmStatic
    @JvmOverloads
    fun payment(payment: Payment, kept: (Boolean) -> Unit = {}) = client.payment(payment, kept)

    /** Call it when the ad SDK reports what an impression earned. The user need not be identified. */
    @JvmStatic
    @JvmOverloads
    fun adRevenue(revenue: AdRevenue, kept: (Boolean) -> Unit = {}) = client.adRevenue(revenue, kept)

    /** For refunded payments, or payments that were never made. */
    @JvmStatic
    @JvmOverloads
    fun removePayment(id: String, kept: (Boolean) -> Unit = {}) = client.removePayment(id, kept)

    @JvmStatic
    @JvmOverloads
    fun setPushToken(token: String, kept: (Boolean) -> Unit = {}) = client.setPushToken(token, kept)

    /** The install's ID with another service, such as `braze_device_id`. */
    @JvmStatic
    @JvmOverloads
    fun setIntegration(name: String, id: String, kept: (Boolean) -> Unit = {}) = client.setIntegration(name, id, kept)

    /** The user's consent. With `waitForConsent`, sending begins. */
    @JvmStatic
    @JvmOverloads
    fun setConsent(consent: Consent, kept: (Boolean) -> Unit = {}) = client.setConsent(consent, kept)

    /** Android has no tracking prompt, so the result is always `UNSUPPORTED`. Code for both systems needs no branch. */
    @JvmStatic
    fun requestTracking(done: (String) -> Unit) {
        main.post { done("UNSUPPORTED") }
    }

    /** False stops everything and deletes waiting calls. It remains in effect until true is passed. */
    @JvmStatic
    fun setEnabled(enabled: Boolean) = client.setEnabled(enabled)

    /**
     * Deletes all data on this device, including its ID. Nothing is sent until the next [start], when the app counts as
     * a new install. The server's data must be erased there.
     */
    @JvmStatic
    fun forgetMe() = client.forgetMe()

    /** Marks all calls as sent by a debug build. */
    @JvmStatic
    @JvmOverloads
    fun testMode(isTest: Boolean = true) = client.testMode(isTest)

    @JvmStatic
    fun log(level: LogLevel) {
        logLevel = level
    }

    /** Registers once in each process, despite repeated starts. */
    @Synchronized
    private fun listen(app: Context) {
        if (lifecycle != null || app !is Application) return
        val made = AppLifecycle(onLink = { handleLink(it) }, onReturn = client::retryNow)
        lifecycle = made
        app.registerActivityLifecycleCallbacks(made)
    }
}
