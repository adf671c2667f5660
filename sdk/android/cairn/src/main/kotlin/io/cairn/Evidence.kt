package io.cairn

import android.content.Context

/** A source of device data at app start, with the names of `device_data`. */
fun interface Evidence {
    /** May block: it is asked on a thread of its own. Null where there is nothing to tell. */
    fun read(context: Context): Map<String, Any?>?
}
