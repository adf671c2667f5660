package io.flutter.plugin.common

interface BinaryMessenger

class MethodCall(val method: String) {
    fun <T> argument(name: String): T? = TODO()
}

class MethodChannel(messenger: BinaryMessenger, name: String) {
    interface MethodCallHandler {
        fun onMethodCall(call: MethodCall, result: Result)
    }

    interface Result {
        fun success(value: Any?)

        fun notImplemented()
    }

    fun setMethodCallHandler(handler: MethodCallHandler?): Unit = TODO()

    fun invokeMethod(name: String, arguments: Any?): Unit = TODO()
}
