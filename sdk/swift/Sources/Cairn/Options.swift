import Foundation

extension Cairn {
    /// Where the app's activity goes.
    public struct Options {
        /// The address of your Cairn, such as `https://links.example.com`.
        public var server: String
        /// The app token of the project.
        public var token: String
        /// Where the project requires signed calls.
        public var key: SigningKey?
        /// Nothing leaves the device before `setConsent`, or `setEnabled(true)`.
        public var waitForConsent: Bool
        /// Marks what is sent as made by a build for debugging.
        public var testMode: Bool
        /// Further sources of device data: `Tracking()` of CairnTracking, or your own.
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

    /// What a person was asked and said. Nil was not asked.
    public struct Consent: Equatable {
        /// The person is in the European Economic Area, the UK or Switzerland.
        public var eea: Bool?
        public var adUserData: Bool?
        public var adPersonalization: Bool?
        public var adStorage: Bool?

        public init(
            eea: Bool? = nil, adUserData: Bool? = nil, adPersonalization: Bool? = nil, adStorage: Bool? = nil
        ) {
            self.eea = eea
            self.adUserData = adUserData
            self.adPersonalization = adPersonalization
            self.adStorage = adStorage
        }
    }

    public struct User {
        public var id: String
        public var name: String?
        public var email: String?
        public var phone: String?
        /// Anything else about the person.
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

        /// From the store or from your server: the same id counts once, however often it is sent.
        public var id: String
        /// In `currency`.
        public var amount: Double
        /// ISO 4217, such as `EUR`; the project's without it.
        public var currency: String?
        public var type: Kind?
        /// Send the final one, once.
        public var status: Status?
        public var data: [String: Any]

        public init(
            id: String, amount: Double, currency: String? = nil, type: Kind? = nil, status: Status? = nil,
            data: [String: Any] = [:]
        ) {
            self.id = id
            self.amount = amount
            self.currency = currency
            self.type = type
            self.status = status
            self.data = data
        }
    }

    /// Where this install came from.
    public enum Attribution: Equatable {
        /// The server has not decided.
        case pending(retryAfterMs: Double?)
        case decided(Decision)
    }

    public struct Decision: Equatable {
        /// A network's code, `LINK` for a campaign of no network, or `ORGANIC`.
        public var source: String
        public var campaign: Campaign?
        /// Where the campaign leads within the app.
        public var deeplink: String?
        /// True: a likelihood decided, so that it may be somebody else's click. Nil: the server does not say.
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
        /// The person followed it before the app was installed.
        public var isDeferred: Bool
        /// A likelihood says so, and it may be a stranger's. Show nothing personal by it.
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

/// A source of device data at app start, with the names of `device_data`.
public protocol Evidence {
    /// Asked away from the main thread. Nil where there is nothing to tell.
    func read() -> [String: Any]?
}
