package io.cairn.android

import android.content.Context
import android.os.Handler
import android.os.Looper
import com.android.installreferrer.api.InstallReferrerClient
import com.android.installreferrer.api.InstallReferrerClient.InstallReferrerResponse
import com.android.installreferrer.api.InstallReferrerStateListener

/**
 * Google Play's data about the click before the install. Play's service can be unavailable for a moment, such as during
 * its own update, so it is called up to four times.
 */
internal class PlayReferrer(private val context: Context) {
    private val handler = Handler(Looper.getMainLooper())

    /** Calls back once, with null if Play has no data. */
    fun read(done: (Map<String, Any?>?) -> Unit) {
        handler.post { connect(tries = 1, done) }
    }

    private fun connect(tries: Int, done: (Map<String, Any?>?) -> Unit) {
        var isDone = false
        fun finish(found: Map<String, Any?>?, again: Boolean) {
            if (isDone) return
            isDone = true
            if (again && tries <= RETRIES) handler.postDelayed({ connect(tries + 1, done) }, PAUSE_MS * tries)
            else done(found)
        }
        try {
            val client = InstallReferrerClient.newBuilder(context).build()
            client.startConnection(object : InstallReferrerStateListener {
                override fun onInstallReferrerSetupFinished(code: Int) {
                    val found = if (code == InstallReferrerResponse.OK) runCatching { detailsOf(client) } else null
                    runCatching { client.endConnection() }
                    val isUnavailable = code == InstallReferrerResponse.SERVICE_UNAVAILABLE ||
                        code == InstallReferrerResponse.SERVICE_DISCONNECTED
                    finish(found?.getOrNull(), again = isUnavailable || found?.isFailure == true)
                }

                override fun onInstallReferrerServiceDisconnected() = finish(null, again = true)
            })
        } catch (refused: SecurityException) {
            // Access is forbidden, for instance by the owner of a work profile. A retry would not help.
            finish(null, again = false)
        } catch (broken: IllegalStateException) {
            finish(null, again = true)
        }
    }

    private fun detailsOf(client: InstallReferrerClient): Map<String, Any?> {
        val details = client.installReferrer
        val known = mutableMapOf<String, Any?>(
            "install_ref" to details.installReferrer,
            "install_ref_googlePlayInstantParam" to details.googlePlayInstantParam,
        )
        details.installVersion?.let { known["install_ref_install_version"] = it }
        // Zero means unknown. JavaScript reads this in React Native and only has doubles.
        fun seconds(name: String, value: Long) {
            if (value > 0) known[name] = value.toDouble()
        }
        seconds("install_ref_referrerClickTimestampSeconds", details.referrerClickTimestampSeconds)
        seconds("install_ref_installBeginTimestampSeconds", details.installBeginTimestampSeconds)
        seconds("referrerClickTimestampServerSeconds", details.referrerClickTimestampServerSeconds)
        seconds("installBeginTimestampServerSeconds", details.installBeginTimestampServerSeconds)
        return known
    }

    private companion object {
        const val RETRIES = 3
        const val PAUSE_MS = 2_000L
    }
}
