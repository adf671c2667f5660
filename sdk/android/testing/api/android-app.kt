package android.app

import android.content.Context
import android.content.Intent
import android.os.Bundle

open class Activity : Context() {
    open val intent: Intent? = null
}

open class Application : Context() {
    open fun onCreate() = Unit

    interface ActivityLifecycleCallbacks {
        fun onActivityCreated(activity: Activity, state: Bundle?)
        fun onActivityStarted(activity: Activity)
        fun onActivityResumed(activity: Activity)
        fun onActivityPaused(activity: Activity)
        fun onActivityStopped(activity: Activity)
        fun onActivitySaveInstanceState(activity: Activity, state: Bundle)
        fun onActivityDestroyed(activity: Activity)
    }

    fun registerActivityLifecycleCallbacks(callbacks: ActivityLifecycleCallbacks): Unit = TODO()
}
