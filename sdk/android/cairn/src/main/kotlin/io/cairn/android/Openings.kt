package io.cairn.android

import android.app.Activity
import android.app.Application
import android.content.Intent
import android.os.Bundle

/** Links that open the app, and the app's coming back, as the system tells them. */
internal class Openings(
    private val onLink: (String) -> Unit,
    private val onReturn: () -> Unit,
) : Application.ActivityLifecycleCallbacks {

    override fun onActivityCreated(activity: Activity, state: Bundle?) {
        // An activity that is made again, such as by turning the phone, was opened before.
        if (state == null) linkOf(activity.intent)?.let(onLink)
    }

    override fun onActivityStarted(activity: Activity) = onReturn()

    override fun onActivityResumed(activity: Activity) = Unit

    override fun onActivityPaused(activity: Activity) = Unit

    override fun onActivityStopped(activity: Activity) = Unit

    override fun onActivitySaveInstanceState(activity: Activity, state: Bundle) = Unit

    override fun onActivityDestroyed(activity: Activity) = Unit

    companion object {
        /** The link that an intent was made for. From the list of recent apps the same intent comes again. */
        fun linkOf(intent: Intent?): String? {
            if (intent == null || intent.action != Intent.ACTION_VIEW) return null
            if (intent.flags and Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY != 0) return null
            return intent.dataString
        }
    }
}
