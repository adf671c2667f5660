package com.android.installreferrer.api

import android.content.Context

class ReferrerDetails {
    val installReferrer: String get() = TODO()
    val googlePlayInstantParam: Boolean get() = TODO()
    val installVersion: String? get() = TODO()
    val referrerClickTimestampSeconds: Long get() = TODO()
    val installBeginTimestampSeconds: Long get() = TODO()
    val referrerClickTimestampServerSeconds: Long get() = TODO()
    val installBeginTimestampServerSeconds: Long get() = TODO()
}

interface InstallReferrerStateListener {
    fun onInstallReferrerSetupFinished(code: Int)

    fun onInstallReferrerServiceDisconnected()
}

class InstallReferrerClient {
    val installReferrer: ReferrerDetails get() = TODO()

    fun startConnection(listener: InstallReferrerStateListener): Unit = TODO()

    fun endConnection(): Unit = TODO()

    class Builder {
        fun build(): InstallReferrerClient = TODO()
    }

    object InstallReferrerResponse {
        const val SERVICE_DISCONNECTED = -1
        const val OK = 0
        const val SERVICE_UNAVAILABLE = 1
    }

    companion object {
        fun newBuilder(context: Context): Builder = TODO()
    }
}
