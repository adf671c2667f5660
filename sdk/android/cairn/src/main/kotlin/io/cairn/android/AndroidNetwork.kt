package io.cairn.android

import android.content.Context
import android.net.ConnectivityManager
import android.net.Network
import android.net.NetworkCapabilities
import android.net.NetworkRequest
import io.cairn.core.Http
import io.cairn.core.HttpAnswer
import io.cairn.core.Level
import io.cairn.core.Logger

internal class AndroidNetwork(private val context: Context, private val log: Logger) : io.cairn.core.Network {
    override fun post(url: String, headers: Map<String, String>, body: String, timeoutMs: Int): HttpAnswer =
        Http.post(url, headers, body, timeoutMs)

    override fun onOnline(callback: () -> Unit) {
        val request = NetworkRequest.Builder().addCapability(NetworkCapabilities.NET_CAPABILITY_INTERNET).build()
        val manager = context.getSystemService(Context.CONNECTIVITY_SERVICE) as? ConnectivityManager ?: return
        try {
            manager.registerNetworkCallback(request, object : ConnectivityManager.NetworkCallback() {
                override fun onAvailable(network: Network) = callback()
            })
        } catch (refused: RuntimeException) {
            // Some makers' Androids refuse it, and one with too many callbacks does: then the wait ends by itself.
            log(Level.INFO, "network changes are not reported: $refused")
        }
    }
}
