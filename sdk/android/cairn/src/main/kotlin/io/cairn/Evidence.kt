package io.cairn

import android.content.Context

/** Something that is told of the device when the app starts, in the names of `device_data`. */
fun interface Evidence {
    /** May block: it is asked on a thread of its own. Null where there is nothing to tell. */
    fun read(context: Context): Map<String, Any?>?
}
