// Values that the native packages return.

/// The attribution of an install.
class Attribution {
  const Attribution({
    required this.isDecided,
    this.source,
    this.campaign,
    this.deeplink,
    this.isGuess,
  });

  factory Attribution.of(Map<Object?, Object?> fields) {
    final campaign = fields['campaign'] as Map<Object?, Object?>?;
    return Attribution(
      isDecided: fields['state'] == 'decided',
      source: fields['source'] as String?,
      campaign: campaign == null ? null : Campaign.of(campaign),
      deeplink: fields['deeplink'] as String?,
      isGuess: fields['isGuess'] as bool?,
    );
  }

  /// False if the server has not decided within that time.
  final bool isDecided;

  /// A network's code, `LINK` for a campaign without a network, or `ORGANIC`.
  final String? source;
  final Campaign? campaign;

  /// The campaign's destination within the app.
  final String? deeplink;

  /// True for a probabilistic match, which may be another person's click. Null if the server does not report it.
  final bool? isGuess;
}

class Campaign {
  const Campaign({required this.id, required this.name, required this.adSet, required this.creative});

  factory Campaign.of(Map<Object?, Object?> fields) {
    String text(String name) => fields[name] as String? ?? '';
    return Campaign(id: text('id'), name: text('name'), adSet: text('adSet'), creative: text('creative'));
  }

  final String id;
  final String name;
  final String adSet;
  final String creative;
}

class Deeplink {
  const Deeplink({required this.url, required this.isDeferred, required this.isGuess});

  factory Deeplink.of(Map<Object?, Object?> fields) => Deeplink(
        url: fields['url'] as String,
        isDeferred: fields['isDeferred'] as bool,
        isGuess: fields['isGuess'] as bool,
      );

  final String url;

  /// True if the user followed the link before the app was installed.
  final bool isDeferred;

  /// True for a probabilistic match, so the link may be another person's. Do not show personal data because of it.
  final bool isGuess;
}
