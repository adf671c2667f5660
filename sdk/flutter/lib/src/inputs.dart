// Values that the app passes to the native packages.

/// Required if the project requires signed calls.
class SigningKey {
  const SigningKey({required this.id, required this.secret});

  final String id;
  final String secret;

  Map<String, Object?> toMap() => {'id': id, 'secret': secret};
}

/// The user's consent. Fields that were not asked for are null.
class Consent {
  const Consent({
    this.eea,
    this.adUserData,
    this.adPersonalization,
    this.adStorage,
    this.usOptOut,
    this.isChild,
    this.tcString,
    this.gppString,
  });

  /// The user is in the European Economic Area, the UK or Switzerland.
  final bool? eea;
  final bool? adUserData;
  final bool? adPersonalization;
  final bool? adStorage;

  /// The user opted out of the sale or sharing of their data, or of targeted ads, under the law of a US state.
  final bool? usOptOut;

  /// The user is a child: nothing is sent to ad networks.
  final bool? isChild;

  /// The TC string of your consent platform (`IABTCF_TCString`).
  final String? tcString;

  /// The GPP string of your consent platform (`IABGPP_HDR_GppString`).
  final String? gppString;

  Map<String, Object?> toMap() => {
        'eea': eea,
        'adUserData': adUserData,
        'adPersonalization': adPersonalization,
        'adStorage': adStorage,
        'usOptOut': usOptOut,
        'isChild': isChild,
        'tcString': tcString,
        'gppString': gppString,
      };
}

class User {
  const User({required this.id, this.name, this.email, this.phone, this.data = const {}});

  final String id;
  final String? name;
  final String? email;
  final String? phone;

  /// Any other data about the user.
  final Map<String, Object?> data;

  Map<String, Object?> toMap() => {'id': id, 'name': name, 'email': email, 'phone': phone, 'data': data};
}

enum PaymentType {
  firstPayment('FIRST_PAYMENT'),
  secondPayment('SECOND_PAYMENT'),
  oneTime('ONE_TIME'),
  recurring('RECURRING'),
  walletTopup('WALLET_TOPUP'),
  fundsWithdrawal('FUNDS_WITHDRAWAL'),
  subscriptionCreated('SUBSCRIPTION_CREATED'),
  subscriptionRenewed('SUBSCRIPTION_RENEWED'),
  subscriptionCancelled('SUBSCRIPTION_CANCELLED'),
  subscriptionRefunded('SUBSCRIPTION_REFUNDED'),
  subscriptionBillingIssue('SUBSCRIPTION_BILLING_ISSUE'),
  other('DEFAULT');

  const PaymentType(this.code);

  final String code;
}

/// Send the final status, once.
enum PaymentStatus {
  initiated('INITIATED'),
  completed('COMPLETED'),
  failed('FAILED'),
  cancelled('CANCELLED');

  const PaymentStatus(this.code);

  final String code;
}

/// The store's proof of a purchase: of the App Store, or of Google Play.
class StorePurchase {
  const StorePurchase({
    this.signedTransaction,
    this.transactionId,
    this.purchaseToken,
    this.productId,
    this.packageName,
  });

  /// App Store: the signed transaction (JWS) of StoreKit 2.
  final String? signedTransaction;

  /// App Store: the transaction's ID, without a signed transaction.
  final String? transactionId;

  /// Google Play: the purchase token, with its product and app.
  final String? purchaseToken;
  final String? productId;
  final String? packageName;

  Map<String, Object?> toMap() => {
        'signedTransaction': signedTransaction,
        'transactionId': transactionId,
        'purchaseToken': purchaseToken,
        'productId': productId,
        'packageName': packageName,
      };
}

class Payment {
  const Payment({
    required this.id,
    required this.amount,
    this.currency,
    this.type,
    this.status,
    this.data = const {},
    this.storePurchase,
  });

  /// The ID from the store or your server. Repeats of the same ID count once.
  final String id;

  /// In [currency].
  final double amount;

  /// ISO 4217, such as `EUR` (default: the project's currency).
  final String? currency;
  final PaymentType? type;
  final PaymentStatus? status;
  final Map<String, Object?> data;

  /// The server checks it with the store, and counts the purchase once.
  final StorePurchase? storePurchase;

  Map<String, Object?> toMap() => {
        'id': id,
        'amount': amount,
        'currency': currency,
        'type': type?.code,
        'status': status?.code,
        'data': data,
        'storePurchase': storePurchase?.toMap(),
      };
}

/// The revenue of an ad impression, as the ad SDK reports it.
class AdRevenue {
  const AdRevenue({
    required this.amount,
    this.currency,
    this.network,
    this.placement,
    this.adUnit,
    this.adFormat,
    this.precision,
  });

  /// In [currency]. AdMob's micros divided by 1,000,000.
  final double amount;

  /// ISO 4217 (default: the project's currency). AppLovin MAX reports in `USD`.
  final String? currency;

  /// The ad network that paid for the impression.
  final String? network;

  /// Your name for the place in the app.
  final String? placement;
  final String? adUnit;
  final String? adFormat;

  /// The ad SDK's own word or number for how exact the amount is.
  final String? precision;

  Map<String, Object?> toMap() => {
        'amount': amount,
        'currency': currency,
        'network': network,
        'placement': placement,
        'adUnit': adUnit,
        'adFormat': adFormat,
        'precision': precision,
      };
}

enum CairnLogLevel { off, error, warn, info }
