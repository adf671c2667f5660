package io.cairn.flutter

import android.app.Activity
import android.content.Context
import io.cairn.Attribution
import io.cairn.Cairn
import io.cairn.Deeplink
import io.cairn.LogLevel
import io.flutter.embedding.engine.plugins.FlutterPlugin
import io.flutter.embedding.engine.plugins.activity.ActivityAware
import io.flutter.embedding.engine.plugins.activity.ActivityPluginBinding
import io.flutter.plugin.common.MethodCall
import io.flutter.plugin.common.MethodChannel

/** Connects Dart to the package for Android. Calls and callbacks run on the main thread, like Cairn's own callbacks. */
class CairnFlutterPlugin : FlutterPlugin, ActivityAware, MethodChannel.MethodCallHandler {
    private lateinit var context: Context
    private lateinit var channel: MethodChannel
    private var activity: Activity? = null
    private var stopListening = {}

    override fun onAttachedToEngine(binding: FlutterPlugin.FlutterPluginBinding) {
        context = binding.applicationContext
        channel = MethodChannel(binding.binaryMessenger, "io.cairn/flutter")
        channel.setMethodCallHandler(this)
    }

    override fun onDetachedFromEngine(binding: FlutterPlugin.FlutterPluginBinding) {
        stopListening()
        channel.setMethodCallHandler(null)
    }

    override fun onAttachedToActivity(binding: ActivityPluginBinding) {
        activity = binding.activity
        binding.addOnNewIntentListener { intent ->
            Cairn.handleIntent(intent)
            // Other plugins may handle the intent, too.
            false
        }
    }

    override fun onReattachedToActivityForConfigChanges(binding: ActivityPluginBinding) = onAttachedToActivity(binding)

    override fun onDetachedFromActivity() {
        activity = null
    }

    override fun onDetachedFromActivityForConfigChanges() = onDetachedFromActivity()

    override fun onMethodCall(call: MethodCall, result: MethodChannel.Result) {
        val arguments = CallArguments(call)
        val onStored = { isStored: Boolean -> result.success(isStored) }
        when (call.method) {
            "handleLink" -> Cairn.handleLink(arguments.text("url"), onStored)
            // On Android the store reports the click.
            "pasteLink" -> result.success(false)
            "identify" -> Cairn.identify(arguments.user(), onStored)
            "setUser" -> Cairn.setUser(arguments.data(), onStored)
            "event" -> Cairn.event(arguments.text("name"), arguments.data(), arguments.number("amount"), onStored)
            "payment" -> Cairn.payment(arguments.payment(), onStored)
            "adRevenue" -> Cairn.adRevenue(arguments.adRevenue(), onStored)
            "removePayment" -> Cairn.removePayment(arguments.text("id"), onStored)
            "setPushToken" -> Cairn.setPushToken(arguments.text("token"), onStored)
            "setIntegration" -> Cairn.setIntegration(arguments.text("name"), arguments.text("id"), onStored)
            "setConsent" -> Cairn.setConsent(arguments.consent(), onStored)
            "requestTracking" -> Cairn.requestTracking(result::success)
            "attribution" -> Cairn.attribution(arguments.number("timeoutMs")?.toLong() ?: 0) { result.success(mapOf(it)) }
            else -> if (callWithoutResult(call.method, arguments)) result.success(null) else result.notImplemented()
        }
    }

    /** Calls without a result. */
    private fun callWithoutResult(method: String, arguments: CallArguments): Boolean {
        when (method) {
            // The lifecycle callbacks do not report an activity that already exists.
            "start" -> Cairn.start(activity ?: context, arguments.options())
            "listen" -> listen()
            "setEnabled" -> Cairn.setEnabled(arguments.flag("isEnabled") == true)
            "forgetMe" -> Cairn.forgetMe()
            "testMode" -> Cairn.testMode(arguments.flag("isTest") == true)
            "log" -> Cairn.log(LogLevel.valueOf(arguments.text("level").uppercase()))
            else -> return false
        }
        return true
    }

    private fun listen() {
        stopListening()
        stopListening = Cairn.onDeeplink { channel.invokeMethod("deeplink", mapOf(it)) }
    }

    private fun mapOf(link: Deeplink): Map<String, Any?> =
        mapOf("url" to link.url, "isDeferred" to link.isDeferred, "isGuess" to link.isGuess)

    private fun mapOf(attribution: Attribution): Map<String, Any?> = when (attribution) {
        is Attribution.Pending -> mapOf("state" to "pending")
        is Attribution.Decided -> mapOf(
            "state" to "decided",
            "source" to attribution.source,
            "campaign" to attribution.campaign?.let {
                mapOf("id" to it.id, "name" to it.name, "adSet" to it.adSet, "creative" to it.creative)
            },
            "deeplink" to attribution.deeplink,
            "isGuess" to attribution.isGuess,
        )
    }
}
