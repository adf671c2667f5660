package io.cairn.meta

import android.content.Context
import android.database.Cursor
import android.net.Uri
import io.cairn.Evidence

/**
 * What the apps of Meta know of the ad that led here: also of clicks of earlier days, and of ads that were only seen.
 * [appId] is the app's id with Meta. Your Cairn decrypts it by the key of the same page.
 */
class MetaReferrer(private val appId: String) : Evidence {
    /** Of the apps that answer, the one of the latest click counts. */
    override fun read(context: Context): Map<String, Any?>? {
        val latest = providers.mapNotNull { ask(context, it) }.maxByOrNull { it["actual_timestamp"] as? Double ?: 0.0 }
        return latest?.let { mapOf("meta_install_referrer" to it) }
    }

    private fun ask(context: Context, provider: String): Map<String, Any?>? = try {
        context.contentResolver.query(Uri.parse("content://$provider/$appId"), columns, null, null, null)?.use(::rowOf)
    } catch (refused: RuntimeException) {
        // The app is not there, is too old, or fails in its own code, which the system hands on.
        null
    }

    private fun rowOf(cursor: Cursor): Map<String, Any?>? {
        if (!cursor.moveToFirst()) return null
        fun <T> column(name: String, read: (Int) -> T): T? =
            cursor.getColumnIndex(name).takeIf { it >= 0 && !cursor.isNull(it) }?.let(read)
        val referrer = column("install_referrer", cursor::getString)?.ifEmpty { null } ?: return null
        return mapOf(
            "install_referrer" to referrer,
            "is_ct" to column("is_ct", cursor::getInt)?.toDouble(),
            "actual_timestamp" to column("actual_timestamp", cursor::getLong)?.toDouble(),
        ).filterValues { it != null }
    }

    private companion object {
        /** Facebook, Instagram, Facebook Lite. The manifest names the apps, or the system would hide them. */
        val providers = listOf(
            "com.facebook.katana.provider.InstallReferrerProvider",
            "com.instagram.contentprovider.InstallReferrerProvider",
            "com.facebook.lite.provider.InstallReferrerProvider",
        )
        val columns = arrayOf("install_referrer", "is_ct", "actual_timestamp")
    }
}
