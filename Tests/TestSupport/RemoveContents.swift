internal import CSystem
internal import Glibc

/// Removes all that is in a folder, with two descriptors and a stack that do not
/// grow with its depth: what a subfolder contains is moved up before it is
/// removed, so that every folder comes to lie at the top.
func removeContents(of top: MadeFolder) throws {
    var moved = 0
    while true {
        let names = try entryNames(of: top)
        if names.isEmpty { return }
        for name in names where try !removeItem(name, of: top) {
            try top.setMode(0o700, of: name)
            let folder = try top.open(name)
            for below in try entryNames(of: folder) where try !removeItem(below, of: folder) {
                // The owner must be allowed to write in a folder that gets a new parent.
                try folder.setMode(0o700, of: below)
                repeat { moved += 1 } while try !moveUp(below, of: folder, to: top, as: "moved-\(moved)")
            }
            try top.removeFolder(name)
        }
    }
}

/// - Returns: Whether it is gone; if not, it is a folder with something in it.
private func removeItem(_ name: [UInt8], of folder: MadeFolder) throws -> Bool {
    try withCString(name) { name in
        if unlinkat(folder.descriptor, name, 0) == 0 { return true }
        guard errno == EISDIR || errno == EPERM else { throw CallError(call: "unlinkat", code: errno) }
        if unlinkat(folder.descriptor, name, AT_REMOVEDIR) == 0 { return true }
        guard errno == ENOTEMPTY || errno == EEXIST else { throw CallError(call: "unlinkat", code: errno) }
        return false
    }
}

/// - Returns: Whether the new name was free.
private func moveUp(_ name: [UInt8], of folder: MadeFolder, to top: MadeFolder, as newName: String) throws -> Bool {
    try withCString(name) { name in
        try withCString(newName.utf8) { newName in
            if renameat(folder.descriptor, name, top.descriptor, newName) == 0 { return true }
            guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else {
                throw CallError(call: "renameat", code: errno)
            }
            return false
        }
    }
}

/// The names in a folder, in no order.
public func entryNames(of folder: MadeFolder) throws -> [[UInt8]] {
    var names: [[UInt8]] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 8)
    defer { buffer.deallocate() }
    try check("lseek") { lseek(folder.descriptor, 0, SEEK_SET) }
    while true {
        let count = try check("getdents64") {
            imgindex_getdents(folder.descriptor, buffer.baseAddress, buffer.count)
        }
        if count == 0 { return names.filter { $0 != Array(".".utf8) && $0 != Array("..".utf8) } }
        var entry = 0
        while entry < count {
            let length = Int(buffer.loadUnaligned(fromByteOffset: entry + 16, as: UInt16.self))
            names.append(Array(buffer[(entry + 19)..<(entry + length)].prefix { $0 != 0 }))
            entry += length
        }
    }
}
