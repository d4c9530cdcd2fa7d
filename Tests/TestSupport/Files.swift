internal import Glibc

/// The content of a file.
public func readFile(_ path: [UInt8]) throws -> [UInt8] {
    guard let file = withCString(path, { fopen($0, "re") }) else { throw CallError(call: "fopen", code: errno) }
    defer { fclose(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        if count == 0 { break }
        content += buffer[..<count]
    }
    if ferror(file) != 0 { throw CallError(call: "fread", code: errno) }
    return content
}

/// Makes a file of some content, or replaces the content it has.
public func writeFile(_ path: [UInt8], _ content: [UInt8]) throws {
    guard let file = withCString(path, { fopen($0, "we") }) else { throw CallError(call: "fopen", code: errno) }
    let count = fwrite(content, 1, content.count, file)
    if fclose(file) != 0 || count != content.count { throw CallError(call: "fwrite", code: errno) }
}

/// The path of a program built with the tests: it lies where the test's own program lies.
public func builtProgram(_ name: String) throws -> [UInt8] {
    guard let resolved = realpath("/proc/self/exe", nil) else { throw CallError(call: "realpath", code: errno) }
    defer { free(resolved) }
    let own = Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    let folder = own.dropLast(own.reversed().prefix { $0 != UInt8(ascii: "/") }.count)
    let path = Array(folder) + Array(name.utf8)
    guard withCString(path, { access($0, X_OK) }) == 0 else { throw CallError(call: "access", code: errno) }
    return path
}

/// How many descriptors this process has open of a folder and what is in it.
///
/// Others are not counted: threads of queues and of the testing library open some whenever they like.
public func openDescriptorCount(in folder: [UInt8]) throws -> Int {
    let descriptors = try MadeFolder(path: "/proc/self/fd".utf8)
    return try entryNames(of: descriptors).filter { name in
        var target = [CChar](repeating: 0, count: folder.count + 1)
        let count = withCString(name) { readlinkat(descriptors.descriptor, $0, &target, target.count) }
        let bytes = target.prefix(max(0, count)).map(UInt8.init(bitPattern:))
        return bytes == folder || bytes == folder + [UInt8(ascii: "/")]
    }.count
}

/// Whether there is a program at a path.
public func isProgram(_ path: [UInt8]) -> Bool {
    withCString(path) { access($0, X_OK) } == 0
}
