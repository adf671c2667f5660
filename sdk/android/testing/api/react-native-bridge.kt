package com.facebook.react.bridge

import android.content.Context

interface NativeModule {
    fun getName(): String
}

open class ReactApplicationContext : Context()

abstract class ReactContextBaseJavaModule(context: ReactApplicationContext) : NativeModule {
    open fun getConstants(): Map<String, Any?>? = null
}

annotation class ReactMethod

interface Promise {
    fun resolve(value: Any?)

    fun reject(code: String, reason: Throwable)
}

interface ReadableMap

class WritableNativeMap

object Arguments {
    fun makeNativeMap(map: Map<String, Any?>): WritableNativeMap = TODO()
}
