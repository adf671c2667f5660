package android.content

import android.content.pm.PackageManager
import android.database.Cursor
import android.net.Uri
import java.io.File

open class Context {
    open val applicationContext: Context get() = TODO()
    open val noBackupFilesDir: File get() = TODO()
    open val packageName: String get() = TODO()
    open val packageManager: PackageManager get() = TODO()
    open val contentResolver: ContentResolver get() = TODO()

    open fun getSystemService(name: String): Any? = TODO()

    companion object {
        const val CONNECTIVITY_SERVICE = "connectivity"
    }
}

class Intent {
    val action: String? get() = TODO()
    val flags: Int get() = TODO()
    val dataString: String? get() = TODO()

    companion object {
        const val ACTION_VIEW = "android.intent.action.VIEW"
        const val FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY = 0x00100000
    }
}

class ContentResolver {
    fun query(uri: Uri, columns: Array<String>?, where: String?, values: Array<String>?, order: String?): Cursor? = TODO()
}
