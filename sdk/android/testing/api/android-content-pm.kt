package android.content.pm

import android.os.Bundle

class PackageInfo {
    val versionName: String? get() = TODO()
}

class ApplicationInfo {
    val metaData: Bundle? get() = TODO()
}

class PackageManager {
    class NameNotFoundException : Exception()

    fun getPackageInfo(name: String, flags: Int): PackageInfo = TODO()

    fun getApplicationInfo(name: String, flags: Int): ApplicationInfo = TODO()

    companion object {
        const val GET_META_DATA = 128
    }
}
