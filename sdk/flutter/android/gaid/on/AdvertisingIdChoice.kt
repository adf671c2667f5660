package io.cairn.flutter

import io.cairn.Evidence
import io.cairn.gaid.AdvertisingId

/** Used with `cairn.advertisingId=true` in gradle.properties. */
internal fun advertisingId(): Evidence? = AdvertisingId()
