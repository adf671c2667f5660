package io.cairn.android

import android.content.Context
import android.net.ConnectivityManager
import android.net.Network
import android.net.NetworkCapabilities
import android.net.NetworkRequest
import io.cairn.core.Http
import io.cairn.core.HttpResponse
import io.cairn.core.Level
import io.cairn.core.Logger

internal class AndroidNetwork(private val context: Context, private val log: Logger) : io.cairn.core.Network {
    override fun post(url: String, headers: Map<String, String>, body: String, timeoutMs: Int): HttpResponse =
        Http.post(url, headers, body, timeoutMs)

    override fun onOnline(callback: () -> Unit) {
        val request = NetworkRequest.Builder().addCapability(NetworkCapabilities.NET_CAPABILITY_INTERNET).build()
        val manager = context.getSystemService(Context.CONNECTIVITY_SERVICE) as? ConnectivityManager ?: return
        try {
            manager.registerNetworkCallback(request, object : ConnectivityManager.NetworkCallback() {
                override fun onAvailable(network: Network) = callback()
            })
        } catch (refused: RuntimeException) {
            // Some Android versions refuse this, also with too many callbacks. Waiting calls are then retried after
            // their delay only.
            log(Level.INFO, "network changes are not reported: $refused")
        }
    }
}
