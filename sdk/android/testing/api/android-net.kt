package android.net

class Uri {
    companion object {
        fun parse(text: String): Uri = TODO()
    }
}

class Network

class NetworkCapabilities {
    companion object {
        const val NET_CAPABILITY_INTERNET = 12
    }
}

class NetworkRequest {
    class Builder {
        fun addCapability(capability: Int): Builder = TODO()

        fun build(): NetworkRequest = TODO()
    }
}

class ConnectivityManager {
    open class NetworkCallback {
        open fun onAvailable(network: Network) = Unit
    }

    fun registerNetworkCallback(request: NetworkRequest, callback: NetworkCallback): Unit = TODO()
}
