import AsyncLoop
import JSON
import Listing

/// The requests that are made of Box.
extension BoxSession {
    /// Asks for a page of the items of a folder.
    func items(of folder: Int64, marker: String?, reply: Reply<Result<BoxCollection, ListingError>>) {
        // No `sort`: with markers it is not taken for the folder of all files.
        var path =
            "/2.0/folders/\(folder)/items?usemarker=true&limit=\(BoxCollection.largestPage)&fields=\(BoxItem.fields)"
        if let marker { path += "&marker=\(formText(marker))" }
        get(path, call: "folder items", decode: BoxCollection.init, reply: reply)
    }

    /// Asks for a folder itself.
    func folder(_ id: Int64, reply: Reply<Result<BoxFolder, ListingError>>) {
        get("/2.0/folders/\(id)?fields=\(BoxFolder.fields)", call: "folder", decode: BoxFolder.init, reply: reply)
    }

    /// Asks whose login this is.
    func account(reply: Reply<Result<String, ListingError>>) {
        get(
            "/2.0/users/me?fields=id,type",
            call: "user",
            decode: { body in JSONValue.read(body) { boxID($0["id"]).map { "\($0)" } } },
            reply: reply
        )
    }

    /// Asks for what happened since a position of the stream of events.
    func events(since position: String, reply: Reply<Result<BoxEvents, ListingError>>) {
        let path = "/2.0/events?stream_type=changes&limit=\(BoxEvents.most)&stream_position=\(formText(position))"
        get(path, call: "events", decode: BoxEvents.init, reply: reply)
    }
}
