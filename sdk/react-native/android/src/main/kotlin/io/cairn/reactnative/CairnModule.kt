package io.cairn.reactnative

import android.annotation.SuppressLint
import android.os.Build
import android.provider.Settings
import com.facebook.react.bridge.Arguments
import com.facebook.react.bridge.Promise
import com.facebook.react.bridge.ReactApplicationContext
import com.facebook.react.bridge.ReactContextBaseJavaModule
import com.facebook.react.bridge.ReactMethod
import com.facebook.react.bridge.ReadableMap
import java.io.IOException
import java.util.Locale
import java.util.TimeZone
import java.util.UUID
import java.util.concurrent.Executors

class CairnModule(private val context: ReactApplicationContext) : ReactContextBaseJavaModule(context) {
    private val files = KeptFiles(java.io.File(context.noBackupFilesDir, "cairn"))

    /** One thread, so that files are written in the order of calls, and never the main one. */
    private val thread = Executors.newSingleThreadExecutor()
    private val referrer = Referrer(PlayReferrer(context))

    override fun getName() = "CairnNative"

    override fun getConstants(): Map<String, Any?> = mapOf(
        "seed" to UUID.randomUUID().toString(),
        "platform" to "ANDROID",
        "appVersion" to runCatching {
            context.packageManager.getPackageInfo(context.packageName, 0).versionName
        }.getOrNull(),
    )

    @ReactMethod
    fun read(name: String, promise: Promise) = onDisk(promise) { files.read(name) }

    @ReactMethod
    fun append(name: String, text: String, promise: Promise) = onDisk(promise) { files.append(name, text).let { null } }

    @ReactMethod
    fun replace(name: String, text: String, promise: Promise) = onDisk(promise) { files.replace(name, text).let { null } }

    @ReactMethod
    fun remove(name: String, promise: Promise) = onDisk(promise) { files.remove(name).let { null } }

    /** Play's referrer is in it when Play answers within four seconds; later it is told by [lateDevice]. */
    @ReactMethod
    fun device(promise: Promise) = referrer.within(4_000) { found -> promise.resolve(Arguments.makeNativeMap(known() + found.orEmpty())) }

    @ReactMethod
    fun lateDevice(promise: Promise) = referrer.ifLate { found -> promise.resolve(found?.let(Arguments::makeNativeMap)) }

    @ReactMethod
    fun requestTracking(promise: Promise) = promise.resolve("UNSUPPORTED")

    @ReactMethod
    fun applyConversionValue(@Suppress("UNUSED_PARAMETER") value: ReadableMap, promise: Promise) = promise.resolve(null)

    private fun onDisk(promise: Promise, step: () -> String?) = thread.execute {
        try {
            promise.resolve(step())
        } catch (failed: IOException) {
            promise.reject("cairn_files", failed)
        }
    }

    @SuppressLint("HardwareIds")
    private fun known(): Map<String, Any> {
        val locale = Locale.getDefault()
        val known = mutableMapOf<String, Any>(
            "brand" to Build.BRAND,
            "manufacturer" to Build.MANUFACTURER,
            "device_name" to Build.MODEL,
            "system_version" to Build.VERSION.RELEASE,
            "api_level" to Build.VERSION.SDK_INT.toDouble(),
            "bundle_id" to context.packageName,
            "language" to locale.toLanguageTag(),
            "country" to locale.country,
            "timezone" to TimeZone.getDefault().id,
        )
        Settings.Secure.getString(context.contentResolver, Settings.Secure.ANDROID_ID)?.let { known["android_id"] = it }
        System.getProperty("http.agent")?.let { known["user_agent"] = it }
        return known
    }
}
