#if canImport(UIKit)
import Foundation
import Network

final class AppleNetwork: Connection {
    private let session: URLSession
    private let monitor = NWPathMonitor()

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    func post(
        _ url: String, _ headers: [String: String], _ body: String, _ timeoutMs: Double,
        _ done: @escaping (HttpResponse?) -> Void
    ) {
        guard let url = URL(string: url) else { return done(nil) }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeoutMs / 1_000)
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let task = session.dataTask(with: request) { data, response, _ in
            guard let response = response as? HTTPURLResponse else { return done(nil) }
            let text = String(decoding: data ?? Data(), as: UTF8.self)
            let header = { (name: String) in response.value(forHTTPHeaderField: name) }
            done(HttpResponse(status: response.statusCode, header: header, text: text))
        }
        task.resume()
    }

    func onOnline(_ callback: @escaping () -> Void) {
        monitor.pathUpdateHandler = { path in
            if path.status == .satisfied { callback() }
        }
        monitor.start(queue: DispatchQueue(label: "io.cairn.network", qos: .utility))
    }
}

/// A redirect would send the token to another host, and change the call to a GET.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
#endif
