package io.cairn.android

import android.app.Activity
import android.app.Application
import android.content.Intent
import android.os.Bundle

/** Reports links that open the app, and the app's return to the foreground. */
internal class AppLifecycle(
    private val onLink: (String) -> Unit,
    private val onReturn: () -> Unit,
) : Application.ActivityLifecycleCallbacks {

    override fun onActivityCreated(activity: Activity, state: Bundle?) {
        // A recreated activity, for instance after a rotation, already reported its link.
        if (state == null) linkOf(activity.intent)?.let(onLink)
    }

    override fun onActivityStarted(activity: Activity) = onReturn()

    override fun onActivityResumed(activity: Activity) = Unit

    override fun onActivityPaused(activity: Activity) = Unit

    override fun onActivityStopped(activity: Activity) = Unit

    override fun onActivitySaveInstanceState(activity: Activity, state: Bundle) = Unit

    override fun onActivityDestroyed(activity: Activity) = Unit

    companion object {
        /** The link of an intent. The list of recent apps repeats an earlier intent, so it is ignored. */
        fun linkOf(intent: Intent?): String? {
            if (intent == null || intent.action != Intent.ACTION_VIEW) return null
            if (intent.flags and Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY != 0) return null
            return intent.dataString
        }
    }
}
