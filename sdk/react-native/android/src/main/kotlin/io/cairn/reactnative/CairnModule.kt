package io.cairn.reactnative

import android.content.pm.PackageManager
import android.os.Handler
import android.os.Looper
import android.os.SystemClock
import android.util.Log
import com.facebook.react.bridge.Arguments
import com.facebook.react.bridge.Promise
import com.facebook.react.bridge.ReactApplicationContext
import com.facebook.react.bridge.ReactContextBaseJavaModule
import com.facebook.react.bridge.ReactMethod
import com.facebook.react.bridge.ReadableMap
import io.cairn.android.AndroidDevice
import io.cairn.core.DiskFiles
import io.cairn.core.SystemScheduler
import io.cairn.meta.MetaReferrer
import java.io.File
import java.io.IOException
import java.util.UUID

/** Files and device data of the package for Android, for the core in JavaScript. */
class CairnModule(private val context: ReactApplicationContext) : ReactContextBaseJavaModule(context) {
    private val main = Handler(Looper.getMainLooper())
    private val scheduler = SystemScheduler(
        { SystemClock.elapsedRealtime().toDouble() },
        { step -> main.post(step) },
        { _, message -> Log.w("Cairn", message) },
    )
    private val files = DiskFiles(File(context.noBackupFilesDir, "cairn"))
    private val device = AndroidDevice(
        context,
        listOfNotNull(advertisingId(), metaAppId()?.let(::MetaReferrer)),
        scheduler,
        { _, message -> Log.w("Cairn", message) },
    )

    override fun getName() = "CairnNative"

    override fun getConstants(): Map<String, Any?> = mapOf(
        "seed" to UUID.randomUUID().toString(),
        "platform" to "ANDROID",
        "appVersion" to device.appVersion,
    )

    @ReactMethod
    fun read(name: String, promise: Promise) = onDisk(promise) { files.read(name) }

    @ReactMethod
    fun append(name: String, text: String, promise: Promise) = onDisk(promise) { files.append(name, text).let { null } }

    @ReactMethod
    fun replace(name: String, text: String, promise: Promise) = onDisk(promise) { files.replace(name, text).let { null } }

    @ReactMethod
    fun remove(name: String, promise: Promise) = onDisk(promise) { files.remove(name).let { null } }

    /** The data available within four seconds, such as Play's referrer; later data comes from [lateDevice]. */
    @ReactMethod
    fun device(promise: Promise) = device.read { known -> promise.resolve(Arguments.makeNativeMap(known)) }

    @ReactMethod
    fun lateDevice(promise: Promise) = device.readLate { late -> promise.resolve(late?.let(Arguments::makeNativeMap)) }

    @ReactMethod
    fun requestTracking(promise: Promise) = promise.resolve("UNSUPPORTED")

    @ReactMethod
    fun applyConversionValue(@Suppress("UNUSED_PARAMETER") value: ReadableMap, promise: Promise) = promise.resolve(null)

    /** One thread, so that files are written in the order of calls, and never on the main thread. */
    private fun onDisk(promise: Promise, step: () -> String?) = scheduler.next {
        try {
            promise.resolve(step())
        } catch (failed: IOException) {
            promise.reject("cairn_files", failed)
        }
    }

    /** From `<meta-data android:name="io.cairn.meta_app_id" android:value="id:…" />` in the manifest. */
    private fun metaAppId(): String? = try {
        val metadata = context.packageManager.getApplicationInfo(context.packageName, PackageManager.GET_META_DATA).metaData
        metadata?.getString("io.cairn.meta_app_id")?.removePrefix("id:")?.ifEmpty { null }
    } catch (missing: PackageManager.NameNotFoundException) {
        null
    }
}
