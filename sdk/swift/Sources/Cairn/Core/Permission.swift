/// `keep`: calls wait on the device. `drop`: calls are not stored.
enum Permission: String {
    case send, keep, drop

    /// `released`: `setEnabled(true)` allows sending, even before the user was asked.
    init(enabled: Bool, waitForConsent: Bool, consent: Cairn.Consent?, released: Bool) {
        if !enabled {
            self = .drop
        } else {
            self = waitForConsent && consent == nil && !released ? .keep : .send
        }
    }
}

/// IDs by which ad networks recognize a user.
private let advertisingIds = ["gaid", "idfa", "meta_install_referrer"]

/// The device data for receivers without consent for ads: everything except advertising IDs.
func dataToSend(_ device: Fields, _ consent: Cairn.Consent?) -> Fields {
    guard let consent else { return device }
    let data = device + consent.fields
    let isRefused = consent.adUserData == false || consent.adStorage == false || consent.isChild == true
    return isRefused ? data.filter { !advertisingIds.contains($0.key) } : data
}

extension Cairn.Consent {
    /// The consent in the server's format, without missing answers.
    var fields: Fields {
        let flags: [String: Bool?] = [
            "eea": eea,
            "ad_user_data": adUserData,
            "ad_personalization": adPersonalization,
            "ad_storage": adStorage,
            "us_opt_out": usOptOut,
            "is_child": isChild,
        ]
        let texts: [String: String?] = ["tc_string": tcString, "gpp_string": gppString]
        return flags.compactMapValues { $0.map(JSON.bool) } + texts.compactMapValues { $0.map(JSON.text) }
    }
}
