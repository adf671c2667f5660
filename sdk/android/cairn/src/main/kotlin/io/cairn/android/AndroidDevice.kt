package io.cairn.android

import android.annotation.SuppressLint
import android.content.Context
import android.content.pm.PackageManager
import android.os.Build
import android.provider.Settings
import io.cairn.Evidence
import io.cairn.core.Device
import io.cairn.core.DeviceSources
import io.cairn.core.Level
import io.cairn.core.Logger
import io.cairn.core.Scheduler
import java.util.Locale
import java.util.TimeZone

/** The phone's data, Play's referrer, and the app's additional sources. */
internal class AndroidDevice(
    private val context: Context,
    evidence: List<Evidence>,
    private val scheduler: Scheduler,
    private val log: Logger,
) : Device {
    private val sources = DeviceSources(
        listOf<(done: (Map<String, Any?>?) -> Unit) -> Unit>(
            { done -> scheduler.aside { done(guarded { facts() }) } },
            PlayReferrer(context)::read,
        ) + evidence.map { each -> { done -> scheduler.aside { done(guarded { each.read(context) }) } } },
        scheduler,
    )

    override val appVersion: String? = try {
        context.packageManager.getPackageInfo(context.packageName, 0).versionName
    } catch (missing: PackageManager.NameNotFoundException) {
        null
    }

    override fun read(done: (Map<String, Any?>) -> Unit) = sources.readWithin(IN_TIME_MS, done)

    override fun readLate(done: (Map<String, Any?>?) -> Unit) = sources.readLate(done)

    /** A source that fails must not affect the other sources. */
    private fun guarded(read: () -> Map<String, Any?>?): Map<String, Any?>? = try {
        read()
    } catch (broken: RuntimeException) {
        log(Level.WARN, "the device could not be read: $broken")
        null
    }

    @SuppressLint("HardwareIds")
    private fun facts(): Map<String, Any?> {
        val locale = Locale.getDefault()
        return mapOf(
            "brand" to Build.BRAND,
            "manufacturer" to Build.MANUFACTURER,
            "device_name" to Build.MODEL,
            "system_version" to Build.VERSION.RELEASE,
            "api_level" to Build.VERSION.SDK_INT.toDouble(),
            "bundle_id" to context.packageName,
            "language" to locale.toLanguageTag(),
            "country" to locale.country,
            "timezone" to TimeZone.getDefault().id,
            "android_id" to Settings.Secure.getString(context.contentResolver, Settings.Secure.ANDROID_ID),
            "user_agent" to System.getProperty("http.agent"),
        ).filterValues { it != null }
    }

    private companion object {
        /** Less than the time that a start waits for all device data. */
        const val IN_TIME_MS = 4_000L
    }
}
