package io.cairn.flutter

import io.cairn.Evidence

/** Used by default, so that the app contains no code that reads Google's advertising ID. */
internal fun advertisingId(): Evidence? = null
