package io.flutter.embedding.engine.plugins.activity

import android.app.Activity
import android.content.Intent

class ActivityPluginBinding {
    val activity: Activity get() = TODO()

    fun addOnNewIntentListener(listener: (Intent) -> Boolean): Unit = TODO()
}

interface ActivityAware {
    fun onAttachedToActivity(binding: ActivityPluginBinding)

    fun onReattachedToActivityForConfigChanges(binding: ActivityPluginBinding)

    fun onDetachedFromActivity()

    fun onDetachedFromActivityForConfigChanges()
}
