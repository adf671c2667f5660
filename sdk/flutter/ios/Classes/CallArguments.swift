import Foundation

/// The arguments of a call from Dart, as values of the package for iOS. Dart's null arrives as NSNull.
struct CallArguments {
    private let fields: [String: Any]

    init(_ arguments: Any?) {
        fields = (arguments as? [String: Any] ?? [:]).filter { !($0.value is NSNull) }
    }

    func text(_ name: String) -> String { fields[name] as? String ?? "" }

    func number(_ name: String) -> Double? { (fields[name] as? NSNumber)?.doubleValue }

    func flag(_ name: String) -> Bool? { (fields[name] as? NSNumber)?.boolValue }

    var data: [String: Any] { fields["data"] as? [String: Any] ?? [:] }

    func options(evidence: [Evidence]) -> Cairn.Options {
        let key = fields["key"] as? [String: String]
        return Cairn.Options(
            server: text("server"),
            token: text("token"),
            key: key.map { Cairn.SigningKey(id: $0["id"] ?? "", secret: $0["secret"] ?? "") },
            waitForConsent: flag("waitForConsent") == true,
            testMode: flag("testMode") == true,
            evidence: evidence
        )
    }

    var user: Cairn.User {
        Cairn.User(
            id: text("id"), name: fields["name"] as? String, email: fields["email"] as? String,
            phone: fields["phone"] as? String, data: data
        )
    }

    var payment: Cairn.Payment {
        let status = fields["status"] as? String
        return Cairn.Payment(
            id: text("id"),
            amount: number("amount") ?? 0,
            currency: fields["currency"] as? String,
            type: (fields["type"] as? String).flatMap(Cairn.Payment.Kind.init(rawValue:)),
            status: status.flatMap { Cairn.Payment.Status(rawValue: "PAYMENT_\($0)") },
            data: data,
            storePurchase: storePurchase
        )
    }

    var adRevenue: Cairn.AdRevenue {
        Cairn.AdRevenue(
            amount: number("amount") ?? 0,
            currency: fields["currency"] as? String,
            network: fields["network"] as? String,
            placement: fields["placement"] as? String,
            adUnit: fields["adUnit"] as? String,
            adFormat: fields["adFormat"] as? String,
            precision: fields["precision"] as? String
        )
    }

    private var storePurchase: Cairn.StorePurchase? {
        let proof = fields["storePurchase"] as? [String: Any] ?? [:]
        if let jws = proof["signedTransaction"] as? String { return .signedTransaction(jws) }
        return (proof["transactionId"] as? String).map { .transactionId($0) }
    }

    var consent: Cairn.Consent {
        Cairn.Consent(
            eea: flag("eea"), adUserData: flag("adUserData"), adPersonalization: flag("adPersonalization"),
            adStorage: flag("adStorage"), usOptOut: flag("usOptOut"), isChild: flag("isChild"),
            tcString: fields["tcString"] as? String, gppString: fields["gppString"] as? String
        )
    }
}
