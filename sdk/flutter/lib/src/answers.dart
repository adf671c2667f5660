// What the native sides answer, as an app reads it.

/// Where this install came from.
class Attribution {
  const Attribution({
    required this.isDecided,
    this.source,
    this.campaign,
    this.deeplink,
    this.isGuess,
  });

  factory Attribution.of(Map<Object?, Object?> told) {
    final campaign = told['campaign'] as Map<Object?, Object?>?;
    return Attribution(
      isDecided: told['state'] == 'decided',
      source: told['source'] as String?,
      campaign: campaign == null ? null : Campaign.of(campaign),
      deeplink: told['deeplink'] as String?,
      isGuess: told['isGuess'] as bool?,
    );
  }

  /// False: the server has not decided within that time.
  final bool isDecided;

  /// A network's code, `LINK` for a campaign of no network, or `ORGANIC`.
  final String? source;
  final Campaign? campaign;

  /// Where the campaign leads within the app.
  final String? deeplink;

  /// True: a likelihood decided, so that it may be somebody else's click. Null: the server does not say.
  final bool? isGuess;
}

class Campaign {
  const Campaign({required this.id, required this.name, required this.adSet, required this.creative});

  factory Campaign.of(Map<Object?, Object?> told) {
    String text(String name) => told[name] as String? ?? '';
    return Campaign(id: text('id'), name: text('name'), adSet: text('adSet'), creative: text('creative'));
  }

  final String id;
  final String name;
  final String adSet;
  final String creative;
}

class Deeplink {
  const Deeplink({required this.url, required this.isDeferred, required this.isGuess});

  factory Deeplink.of(Map<Object?, Object?> told) => Deeplink(
        url: told['url'] as String,
        isDeferred: told['isDeferred'] as bool,
        isGuess: told['isGuess'] as bool,
      );

  final String url;

  /// The person followed it before the app was installed.
  final bool isDeferred;

  /// A likelihood says so, and it may be a stranger's. Show nothing personal by it.
  final bool isGuess;
}
