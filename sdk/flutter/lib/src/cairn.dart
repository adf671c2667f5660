import 'dart:async';

import 'package:flutter/foundation.dart';
import 'package:flutter/services.dart';

import 'inputs.dart';
import 'results.dart';

/// Attribution and events of this app. Methods do not throw or wait for the network, except [attribution], up to its
/// timeout. Methods that send data return true once it is on disk: it then reaches the server, and counts once.
abstract final class Cairn {
  static const _channel = MethodChannel('io.cairn/flutter');
  static final _links = StreamController<Deeplink>.broadcast();
  static bool _isListening = false;

  /// Call it at every start of the app. [metaAppId] is your app's ID at Meta; with it, Android reads the referrer of
  /// Meta's apps. The link that opened the app is detected automatically.
  static Future<void> start({
    required String server,
    required String token,
    SigningKey? key,
    bool waitForConsent = false,
    bool testMode = false,
    String? metaAppId,
  }) =>
      _invoke<void>('start', {
        'server': server,
        'token': token,
        'key': key?.toMap(),
        'waitForConsent': waitForConsent,
        'testMode': testMode,
        'metaAppId': metaAppId,
      });

  /// The attribution of this install. Not decided if the server has not decided within that time.
  static Future<Attribution> attribution({Duration timeout = const Duration(milliseconds: 1500)}) async {
    final found = await _invoke<Map<Object?, Object?>>('attribution', {'timeoutMs': timeout.inMilliseconds});
    return Attribution.of(found ?? const {});
  }

  /// Receives links that open the app, and the link followed before the install, each once and including those from
  /// before the app listened.
  static StreamSubscription<Deeplink> onDeeplink(void Function(Deeplink link) listener) {
    final subscription = _links.stream.listen(listener);
    if (!_isListening) {
      _isListening = true;
      _channel.setMethodCallHandler(_received);
      unawaited(_invoke<void>('listen'));
    }
    return subscription;
  }

  /// Call it for links that the app received in another way. The destination is passed to [onDeeplink].
  static Future<bool> handleLink(String url) => _send('handleLink', {'url': url});

  /// Reads the clipboard, after a system prompt on iOS. Call it after a tap. If the text is the link copied by a
  /// landing page, the exact click is known, and [onDeeplink] receives its link. Returns false for any other text,
  /// which is not sent, and on Android, where the store reports the click.
  static Future<bool> pasteLink() => _send('pasteLink', const {});

  /// Call it after each sign-up and sign-in. Before it, events and payments have no user and are not stored.
  static Future<bool> identify(User user) => _send('identify', user.toMap());

  /// Adds data of the last identified user.
  static Future<bool> setUser(Map<String, Object?> data) => _send('setUser', {'data': data});

  /// [amount] is in the project's currency and adds up in reports.
  static Future<bool> event(String name, [Map<String, Object?> data = const {}, double? amount]) =>
      _send('event', {'name': name, 'data': data, 'amount': amount});

  static Future<bool> payment(Payment payment) => _send('payment', payment.toMap());

  /// Call it when the ad SDK reports what an impression earned. The user need not be identified.
  static Future<bool> adRevenue(AdRevenue revenue) => _send('adRevenue', revenue.toMap());

  /// For refunded payments, or payments that were never made.
  static Future<bool> removePayment(String id) => _send('removePayment', {'id': id});

  static Future<bool> setPushToken(String token) => _send('setPushToken', {'token': token});

  /// The install's ID with another service, such as `braze_device_id`.
  static Future<bool> setIntegration(String name, String id) => _send('setIntegration', {'name': name, 'id': id});

  /// The user's consent. With `waitForConsent`, sending begins.
  static Future<bool> setConsent(Consent consent) => _send('setConsent', consent.toMap());

  /// Shows Apple's tracking prompt if the app includes it, and sends the user's choice to the server. Otherwise
  /// `UNSUPPORTED`.
  static Future<String> requestTracking() async => await _invoke<String>('requestTracking') ?? 'UNSUPPORTED';

  /// False stops everything and deletes waiting calls. It remains in effect until true is passed.
  static Future<void> setEnabled(bool isEnabled) => _invoke<void>('setEnabled', {'isEnabled': isEnabled});

  /// Deletes all data on this device, including its ID. Nothing is sent until the next [start], when the app counts as
  /// a new install. The server's data must be erased there.
  static Future<void> forgetMe() => _invoke<void>('forgetMe');

  /// Marks all calls as sent by a debug build.
  static Future<void> testMode([bool isTest = true]) => _invoke<void>('testMode', {'isTest': isTest});

  static Future<void> log(CairnLogLevel level) => _invoke<void>('log', {'level': level.name});

  static Future<Object?> _received(MethodCall call) async {
    if (call.method == 'deeplink') _links.add(Deeplink.of(call.arguments as Map<Object?, Object?>));
    return null;
  }

  static Future<bool> _send(String method, Map<String, Object?> arguments) async =>
      await _invoke<bool>(method, arguments) ?? false;

  /// Errors of the native packages are logged and do not reach the app.
  static Future<T?> _invoke<T>(String method, [Map<String, Object?>? arguments]) async {
    try {
      return await _channel.invokeMethod<T>(method, arguments);
    } on PlatformException catch (error) {
      debugPrint('Cairn: $method failed: ${error.message}');
    } on MissingPluginException {
      debugPrint('Cairn: $method is not in this build; it requires Android or iOS.');
    } on ArgumentError catch (error) {
      debugPrint('Cairn: $method has an argument that cannot be sent: $error');
    }
    return null;
  }
}
