package io.cairn.flutter

import io.cairn.Evidence

/** Unless the app asks for it, nothing that could read Google's advertising id is in it. */
internal fun advertisingId(): Evidence? = null
