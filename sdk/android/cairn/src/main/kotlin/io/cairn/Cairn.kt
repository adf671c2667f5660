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
import io.cairn.android.Openings
import io.cairn.core.Client
import io.cairn.core.DiskFiles
import io.cairn.core.Logger
import io.cairn.core.Platform
import io.cairn.core.Threads
import java.io.File

/**
 * Attribution and events of this app. No method throws and none waits; callbacks come on the main thread. Calls before
 * [start] wait for it. Callbacks named `kept` get true once the call is on disk: it then reaches the server, and counts
 * once.
 */
object Cairn {
    /** Sent with every start, and the version of the modules. */
    const val VERSION = "0.3.0"

    @Volatile
    private var logged = LogLevel.WARN
    private val log: Logger = { level, message ->
        if (level <= logged) {
            when (level) {
                LogLevel.ERROR -> Log.e("Cairn", message)
                LogLevel.WARN -> Log.w("Cairn", message)
                else -> Log.i("Cairn", message)
            }
        }
    }
    private val main = Handler(Looper.getMainLooper())
    private val threads = Threads({ SystemClock.elapsedRealtime().toDouble() }, { step -> main.post(step) }, log)
    private val client = Client(threads, log)
    private var openings: Openings? = null

    /** At every start of the app, best in `Application.onCreate`: links that open activities are found by themselves. */
    @JvmStatic
    fun start(context: Context, options: Options) {
        val app = context.applicationContext
        listen(app)
        // Of an activity that already exists nobody else tells.
        val link = (context as? Activity)?.let { Openings.linkOf(it.intent) }
        client.start(link, options) {
            val files = DiskFiles(File(app.noBackupFilesDir, "cairn"))
            val device = AndroidDevice(app, options.evidence, threads, log)
            Platform(files, AndroidNetwork(app, log), device, "android/$VERSION")
        }
    }

    /** Where this install came from. `Pending` when the server has not decided within that time. */
    @JvmStatic
    @JvmOverloads
    fun attribution(timeoutMs: Long = 1_500, done: (Attribution) -> Unit) = client.attribution(timeoutMs, done)

    /**
     * Links that open the app, and the one that was followed before it was installed: each once, also those that came
     * before the app listened. The result ends it.
     */
    @JvmStatic
    fun onDeeplink(listener: (Deeplink) -> Unit): () -> Unit = client.onDeeplink(listener)

    /** A link that you received in another way. Its end comes through [onDeeplink]. */
    @JvmStatic
    @JvmOverloads
    fun handleLink(url: String, kept: (Boolean) -> Unit = {}) = client.handleLink(url, kept)

    /** In `onNewIntent` of activities that are opened again while they are there. */
    @JvmStatic
    fun handleIntent(intent: Intent?) {
        Openings.linkOf(intent)?.let { handleLink(it) }
    }

    /** After each sign-up and sign-in. Before it, events and payments have no user and are not stored. */
    @JvmStatic
    @JvmOverloads
    fun identify(user: User, kept: (Boolean) -> Unit = {}) = client.identify(user, kept)

    /** More of the user who was identified last. */
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

    /** Refunded, or never paid. */
    @JvmStatic
    @JvmOverloads
    fun removePayment(id: String, kept: (Boolean) -> Unit = {}) = client.removePayment(id, kept)

    @JvmStatic
    @JvmOverloads
    fun setPushToken(token: String, kept: (Boolean) -> Unit = {}) = client.setPushToken(token, kept)

    /** The id that this install has with another service, such as `braze_device_id`. */
    @JvmStatic
    @JvmOverloads
    fun setIntegration(name: String, id: String, kept: (Boolean) -> Unit = {}) = client.setIntegration(name, id, kept)

    /** What the person agreed to. With `waitForConsent`, sending begins. */
    @JvmStatic
    @JvmOverloads
    fun setConsent(consent: Consent, kept: (Boolean) -> Unit = {}) = client.setConsent(consent, kept)

    /** Android has no such question: the answer is `UNSUPPORTED`, so that code for both systems needs no branch. */
    @JvmStatic
    fun requestTracking(done: (String) -> Unit) {
        main.post { done("UNSUPPORTED") }
    }

    /** False stops everything and deletes what waits; it holds until true is said. */
    @JvmStatic
    fun setEnabled(enabled: Boolean) = client.setEnabled(enabled)

    /**
     * Deletes all that is kept on this device, its id too. Until the next [start] nothing is sent; then the app is
     * another install. What the server has is erased there.
     */
    @JvmStatic
    fun forgetMe() = client.forgetMe()

    /** Marks what is sent as made by a build for debugging. */
    @JvmStatic
    @JvmOverloads
    fun testMode(isTest: Boolean = true) = client.testMode(isTest)

    @JvmStatic
    fun log(level: LogLevel) {
        logged = level
    }

    /** Once for the process, however often it is started. */
    @Synchronized
    private fun listen(app: Context) {
        if (openings != null || app !is Application) return
        val made = Openings(onLink = { handleLink(it) }, onReturn = client::retryNow)
        openings = made
        app.registerActivityLifecycleCallbacks(made)
    }
}
