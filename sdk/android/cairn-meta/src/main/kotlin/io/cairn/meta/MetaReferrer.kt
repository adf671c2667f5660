package io.cairn.meta

import android.content.Context
import android.database.Cursor
import android.net.Uri
import io.cairn.Evidence

/**
 * The referrer that Meta's apps store for an ad, including clicks of earlier days and ads that were only viewed.
 * [appId] is the app's ID at Meta. The server decrypts the referrer with the key from Meta's dashboard.
 */
class MetaReferrer(private val appId: String) : Evidence {
    /** If several apps have a referrer, the latest click counts. */
    override fun read(context: Context): Map<String, Any?>? {
        val latest = providers.mapNotNull { query(context, it) }.maxByOrNull { it["actual_timestamp"] as? Double ?: 0.0 }
        return latest?.let { mapOf("meta_install_referrer" to it) }
    }

    private fun query(context: Context, provider: String): Map<String, Any?>? = try {
        context.contentResolver.query(Uri.parse("content://$provider/$appId"), columns, null, null, null)?.use(::rowOf)
    } catch (refused: RuntimeException) {
        // The app is not installed, is too old, or failed; the system passes its exception on.
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
        /** Facebook, Instagram and Facebook Lite. The manifest must list these apps, or the system hides them. */
        val providers = listOf(
            "com.facebook.katana.provider.InstallReferrerProvider",
            "com.instagram.contentprovider.InstallReferrerProvider",
            "com.facebook.lite.provider.InstallReferrerProvider",
        )
        val columns = arrayOf("install_referrer", "is_ct", "actual_timestamp")
    }
}
