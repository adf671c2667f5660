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

/** The package for Android, for Dart. Calls and answers are on the main thread, where Cairn gives its own, too. */
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
            // Other plugins may want it, too.
            false
        }
    }

    override fun onReattachedToActivityForConfigChanges(binding: ActivityPluginBinding) = onAttachedToActivity(binding)

    override fun onDetachedFromActivity() {
        activity = null
    }

    override fun onDetachedFromActivityForConfigChanges() = onDetachedFromActivity()

    override fun onMethodCall(call: MethodCall, result: MethodChannel.Result) {
        val told = Told(call)
        val kept = { isKept: Boolean -> result.success(isKept) }
        when (call.method) {
            "handleLink" -> Cairn.handleLink(told.text("url"), kept)
            // The store hands the click over.
            "pasteLink" -> result.success(false)
            "identify" -> Cairn.identify(told.user(), kept)
            "setUser" -> Cairn.setUser(told.data(), kept)
            "event" -> Cairn.event(told.text("name"), told.data(), told.number("amount"), kept)
            "payment" -> Cairn.payment(told.payment(), kept)
            "removePayment" -> Cairn.removePayment(told.text("id"), kept)
            "setPushToken" -> Cairn.setPushToken(told.text("token"), kept)
            "setIntegration" -> Cairn.setIntegration(told.text("name"), told.text("id"), kept)
            "setConsent" -> Cairn.setConsent(told.consent(), kept)
            "requestTracking" -> Cairn.requestTracking(result::success)
            "attribution" -> Cairn.attribution(told.number("timeoutMs")?.toLong() ?: 0) { result.success(mapOf(it)) }
            else -> if (does(call.method, told)) result.success(null) else result.notImplemented()
        }
    }

    /** Calls without a result. */
    private fun does(method: String, told: Told): Boolean {
        when (method) {
            // Of an activity that already exists nobody else tells.
            "start" -> Cairn.start(activity ?: context, told.options())
            "listen" -> listen()
            "setEnabled" -> Cairn.setEnabled(told.flag("isEnabled") == true)
            "forgetMe" -> Cairn.forgetMe()
            "testMode" -> Cairn.testMode(told.flag("isTest") == true)
            "log" -> Cairn.log(LogLevel.valueOf(told.text("level").uppercase()))
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
