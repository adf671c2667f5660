package io.cairn.gaid

import android.content.Context
import com.google.android.gms.ads.identifier.AdvertisingIdClient
import com.google.android.gms.common.GooglePlayServicesNotAvailableException
import com.google.android.gms.common.GooglePlayServicesRepairableException
import io.cairn.Evidence
import java.io.IOException

/** Google's advertising ID, if the user did not limit its use. Otherwise only the limit is reported. */
class AdvertisingId : Evidence {
    override fun read(context: Context): Map<String, Any?>? = try {
        val info = AdvertisingIdClient.getAdvertisingIdInfo(context)
        fieldsOf(info.id, info.isLimitAdTrackingEnabled)
    } catch (unavailable: IOException) {
        null
    } catch (missing: GooglePlayServicesNotAvailableException) {
        null
    } catch (outdated: GooglePlayServicesRepairableException) {
        null
    }

    internal companion object {
        /** A deleted ID consists of zeros. */
        fun fieldsOf(id: String?, isLimited: Boolean): Map<String, Any?> {
            val limit = mapOf("limit_ad_tracking" to isLimited)
            val isId = !isLimited && id != null && id.any { it != '0' && it != '-' }
            return if (isId) limit + ("gaid" to id) else limit
        }
    }
}
