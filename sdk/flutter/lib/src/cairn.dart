import 'dart:async';

import 'package:flutter/foundation.dart';
import 'package:flutter/services.dart';

import 'answers.dart';
import 'told.dart';

/// Attribution and events of this app. No method throws and none waits for the network, except [attribution], up to its
/// timeout. Methods that send data return true once it is on disk: it then reaches the server, and counts once.
abstract final class Cairn {
  static const _channel = MethodChannel('io.cairn/flutter');
  static final _links = StreamController<Deeplink>.broadcast();
  static bool _isListening = false;

  /// At every start of the app. [metaAppId] is your app's number with Meta: then the referrer of its apps is read on
  /// Android. The link that opened the app is found by itself.
  static Future<void> start({
    required String server,
    required String token,
    SigningKey? key,
    bool waitForConsent = false,
    bool testMode = false,
    String? metaAppId,
  }) =>
      _ask<void>('start', {
        'server': server,
        'token': token,
        'key': key?.toMap(),
        'waitForConsent': waitForConsent,
        'testMode': testMode,
        'metaAppId': metaAppId,
      });

  /// Where this install came from. Not decided when the server has not within that time.
  static Future<Attribution> attribution({Duration timeout = const Duration(milliseconds: 1500)}) async {
    final told = await _ask<Map<Object?, Object?>>('attribution', {'timeoutMs': timeout.inMilliseconds});
    return Attribution.of(told ?? const {});
  }

  /// Links that open the app, including the one followed before the install: each once, also those that came
  /// before the app listened.
  static StreamSubscription<Deeplink> onDeeplink(void Function(Deeplink link) listener) {
    final subscription = _links.stream.listen(listener);
    if (!_isListening) {
      _isListening = true;
      _channel.setMethodCallHandler(_told);
      unawaited(_ask<void>('listen'));
    }
    return subscription;
  }

  /// A link that you received in another way. Its end comes through [onDeeplink].
  static Future<bool> handleLink(String url) => _tell('handleLink', {'url': url});

  /// Reads the clipboard, for which iOS asks the person: after a tap on a button of the app's own. Where it holds the
  /// link that a landing page copied, the exact click is known, and its link comes through [onDeeplink]. False, and
  /// nothing is sent, for anything else; and on Android, where the store hands the click over.
  static Future<bool> pasteLink() => _tell('pasteLink', const {});

  /// After every sign-up and sign-in. Before it, events and payments belong to nobody and are not stored.
  static Future<bool> identify(User user) => _tell('identify', user.toMap());

  /// More of the user who was identified last.
  static Future<bool> setUser(Map<String, Object?> data) => _tell('setUser', {'data': data});

  /// [amount] is in the project's currency and adds up in reports.
  static Future<bool> event(String name, [Map<String, Object?> data = const {}, double? amount]) =>
      _tell('event', {'name': name, 'data': data, 'amount': amount});

  static Future<bool> payment(Payment payment) => _tell('payment', payment.toMap());

  /// Refunded, or never paid.
  static Future<bool> removePayment(String id) => _tell('removePayment', {'id': id});

  static Future<bool> setPushToken(String token) => _tell('setPushToken', {'token': token});

  /// The id that this install has with another service, such as `braze_device_id`.
  static Future<bool> setIntegration(String name, String id) => _tell('setIntegration', {'name': name, 'id': id});

  /// What the person agreed to. With `waitForConsent`, sending begins.
  static Future<bool> setConsent(Consent consent) => _tell('setConsent', consent.toMap());

  /// Shows Apple's tracking prompt if the app may, and sends the answer to the server. `UNSUPPORTED` everywhere else.
  static Future<String> requestTracking() async => await _ask<String>('requestTracking') ?? 'UNSUPPORTED';

  /// False stops everything and deletes what waits; it holds until true is said.
  static Future<void> setEnabled(bool isEnabled) => _ask<void>('setEnabled', {'isEnabled': isEnabled});

  /// Deletes all that is kept on this device, its id too. Until the next [start] nothing is sent; then the app is another
  /// install. What the server has is erased there.
  static Future<void> forgetMe() => _ask<void>('forgetMe');

  /// Marks what is sent as made by a build for debugging.
  static Future<void> testMode([bool isTest = true]) => _ask<void>('testMode', {'isTest': isTest});

  static Future<void> log(CairnLogLevel level) => _ask<void>('log', {'level': level.name});

  static Future<Object?> _told(MethodCall call) async {
    if (call.method == 'deeplink') _links.add(Deeplink.of(call.arguments as Map<Object?, Object?>));
    return null;
  }

  static Future<bool> _tell(String method, Map<String, Object?> told) async => await _ask<bool>(method, told) ?? false;

  /// What goes wrong on the native side is logged, and never the app's.
  static Future<T?> _ask<T>(String method, [Map<String, Object?>? told]) async {
    try {
      return await _channel.invokeMethod<T>(method, told);
    } on PlatformException catch (error) {
      debugPrint('Cairn: $method failed: ${error.message}');
    } on MissingPluginException {
      debugPrint('Cairn: $method is not in this build; it is for Android and iOS.');
    } on ArgumentError catch (error) {
      debugPrint('Cairn: $method was given what cannot be sent: $error');
    }
    return null;
  }
}
