package io.cairn

import android.content.Context

/** A source of device data at the start of the app, with the field names of `device_data`. */
fun interface Evidence {
    /** May block, because it runs on its own thread. Null if there is no data. */
    fun read(context: Context): Map<String, Any?>?
}
