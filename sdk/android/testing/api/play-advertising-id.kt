package com.google.android.gms.ads.identifier

import android.content.Context

object AdvertisingIdClient {
    class Info {
        val id: String? get() = TODO()
        val isLimitAdTrackingEnabled: Boolean get() = TODO()
    }

    fun getAdvertisingIdInfo(context: Context): Info = TODO()
}
