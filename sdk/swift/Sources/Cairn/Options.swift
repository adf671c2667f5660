import Foundation

extension Cairn {
    /// The server that receives the app's data, and how.
    public struct Options {
        /// The address of your Cairn server, such as `https://links.example.com`.
        public var server: String
        /// The project's app token.
        public var token: String
        /// Required if the project requires signed calls.
        public var key: SigningKey?
        /// Nothing is sent before `setConsent`, or `setEnabled(true)`.
        public var waitForConsent: Bool
        /// Marks all calls as sent by a debug build.
        public var testMode: Bool
        /// Additional sources of device data: `Tracking()` of CairnTracking, or your own.
        public var evidence: [Evidence]

        public init(
            server: String, token: String, key: SigningKey? = nil, waitForConsent: Bool = false, testMode: Bool = false,
            evidence: [Evidence] = []
        ) {
            self.server = server
            self.token = token
            self.key = key
            self.waitForConsent = waitForConsent
            self.testMode = testMode
            self.evidence = evidence
        }

        var address: String {
            var address = server
            while address.hasSuffix("/") { address.removeLast() }
            return address
        }
    }

    public struct SigningKey {
        public var id: String
        public var secret: String

        public init(id: String, secret: String) {
            self.id = id
            self.secret = secret
        }
    }

    /// The user's consent. Fields that were not asked for are nil.
    public struct Consent: Equatable {
        /// The user is in the European Economic Area, the UK or Switzerland.
        public var eea: Bool?
        public var adUserData: Bool?
        public var adPersonalization: Bool?
        public var adStorage: Bool?
        /// The user opted out of the sale or sharing of their data, or of targeted ads, under the law of a US state.
        public var usOptOut: Bool?
        /// The user is a child: nothing is sent to ad networks.
        public var isChild: Bool?
        /// The TC string of your consent platform (`IABTCF_TCString`).
        public var tcString: String?
        /// The GPP string of your consent platform (`IABGPP_HDR_GppString`).
        public var gppString: String?

        public init(
            eea: Bool? = nil, adUserData: Bool? = nil, adPersonalization: Bool? = nil, adStorage: Bool? = nil,
            usOptOut: Bool? = nil, isChild: Bool? = nil, tcString: String? = nil, gppString: String? = nil
        ) {
            self.eea = eea
            self.adUserData = adUserData
            self.adPersonalization = adPersonalization
            self.adStorage = adStorage
            self.usOptOut = usOptOut
            self.isChild = isChild
            self.tcString = tcString
            self.gppString = gppString
        }
    }

    public struct User {
        public var id: String
        public var name: String?
        public var email: String?
        public var phone: String?
        /// Any other data about the user.
        public var data: [String: Any]

        public init(
            id: String, name: String? = nil, email: String? = nil, phone: String? = nil, data: [String: Any] = [:]
        ) {
            self.id = id
            self.name = name
            self.email = email
            self.phone = phone
            self.data = data
        }
    }

    public struct Payment {
        public enum Kind: String {
            case firstPayment = "FIRST_PAYMENT"
            case secondPayment = "SECOND_PAYMENT"
            case oneTime = "ONE_TIME"
            case recurring = "RECURRING"
            case walletTopup = "WALLET_TOPUP"
            case fundsWithdrawal = "FUNDS_WITHDRAWAL"
            case subscriptionCreated = "SUBSCRIPTION_CREATED"
            case subscriptionRenewed = "SUBSCRIPTION_RENEWED"
            case subscriptionCancelled = "SUBSCRIPTION_CANCELLED"
            case subscriptionRefunded = "SUBSCRIPTION_REFUNDED"
            case subscriptionBillingIssue = "SUBSCRIPTION_BILLING_ISSUE"
            case other = "DEFAULT"
        }

        public enum Status: String {
            case initiated = "PAYMENT_INITIATED"
            case completed = "PAYMENT_COMPLETED"
            case failed = "PAYMENT_FAILED"
            case cancelled = "PAYMENT_CANCELLED"
        }

        /// The ID from the store or your server. Repeats of the same ID count once.
        public var id: String
        /// In `currency`.
        public var amount: Double
        /// ISO 4217, such as `EUR` (default: the project's currency).
        public var currency: String?
        public var type: Kind?
        /// Send the final status, once.
        public var status: Status?
        public var data: [String: Any]
        /// The server checks it with the store, and counts the purchase once.
        public var storePurchase: StorePurchase?

        public init(
            id: String, amount: Double, currency: String? = nil, type: Kind? = nil, status: Status? = nil,
            data: [String: Any] = [:], storePurchase: StorePurchase? = nil
        ) {
            self.id = id
            self.amount = amount
            self.currency = currency
            self.type = type
            self.status = status
            self.data = data
            self.storePurchase = storePurchase
        }
    }

    /// The revenue of an ad impression, as the ad SDK reports it.
    public struct AdRevenue {
        /// In `currency`. AdMob's value is in this unit already.
        public var amount: Double
        /// ISO 4217 (default: the project's currency). AppLovin MAX reports in `USD`.
        public var currency: String?
        /// The ad network that paid for the impression.
        public var network: String?
        /// Your name for the place in the app.
        public var placement: String?
        public var adUnit: String?
        public var adFormat: String?
        /// The ad SDK's own word or number for how exact the amount is.
        public var precision: String?

        public init(
            amount: Double, currency: String? = nil, network: String? = nil, placement: String? = nil,
            adUnit: String? = nil, adFormat: String? = nil, precision: String? = nil
        ) {
            self.amount = amount
            self.currency = currency
            self.network = network
            self.placement = placement
            self.adUnit = adUnit
            self.adFormat = adFormat
            self.precision = precision
        }
    }

    /// The App Store's proof of a purchase.
    public enum StorePurchase {
        /// `jwsRepresentation` of StoreKit 2's verification result.
        case signedTransaction(String)
        /// The transaction's ID, without a signed transaction.
        case transactionId(String)
    }

    /// The attribution of an install.
    public enum Attribution: Equatable {
        /// The server has not decided.
        case pending(retryAfterMs: Double?)
        case decided(Decision)
    }

    public struct Decision: Equatable {
        /// A network's code, `LINK` for a campaign without a network, or `ORGANIC`.
        public var source: String
        public var campaign: Campaign?
        /// The campaign's destination within the app.
        public var deeplink: String?
        /// True for a probabilistic match, which may be another person's click. Nil if the server does not report it.
        public var isGuess: Bool?
    }

    public struct Campaign: Equatable {
        public var id: String
        public var name: String
        public var adSet: String
        public var creative: String
    }

    public struct Deeplink: Equatable {
        public var url: String
        /// True if the user followed the link before the app was installed.
        public var isDeferred: Bool
        /// True for a probabilistic match, so the link may be another person's. Do not show personal data because of
        /// it.
        public var isGuess: Bool
    }

    public enum TrackingStatus: String {
        case authorized = "AUTHORIZED"
        case denied = "DENIED"
        case restricted = "RESTRICTED"
        case notDetermined = "NOT_DETERMINED"
        case unsupported = "UNSUPPORTED"
    }

    public enum LogLevel: Int {
        case off, error, warn, info
    }
}

/// A source of device data at the start of the app, with the field names of `device_data`.
public protocol Evidence {
    /// Runs outside the main thread. Nil if there is no data.
    func read() -> [String: Any]?
}
