internal import CSystem
internal import Glibc
import Synchronization

/// Which volumes the devices of a walk are, each looked up once.
///
/// **Identity.** The UUID of the block device, as udev links it in `/dev/disk/by-uuid`. Where there is none (network
/// and FUSE file systems, containers), the kind, the source as `/proc/self/mountinfo` has it, and for the kinds that
/// make it of the UUID in their superblock the `f_fsid` of statfs(2). btrfs gives each subvolume a device of its own,
/// and an `f_fsid` made of its UUID and the subvolume's number: a volume of its own.
///
/// Related documentation: proc_pid_mountinfo(5), statfs(2).
final class VolumeTable: Sendable {
    private let volumes = Mutex<[Int64: Volume?]>([:])

    /// The volume of a device number.
    ///
    /// - Parameters:
    ///   - device: The device number of a file, as statx(2) has it.
    ///   - descriptor: A folder on it.
    /// - Returns: The volume; nil if the system does not say.
    func volume(of device: Int64, _ descriptor: Descriptor) -> Volume? {
        if let known = volumes.withLock({ $0[device] }) { return known }
        // Not under the lock: reads files. Two lanes may do it at once, and find the same.
        let found = look(device, descriptor)
        volumes.withLock { $0[device] = .some(found) }
        return found
    }

    private func look(_ device: Int64, _ descriptor: Descriptor) -> Volume? {
        var kind: UInt64 = 0
        var number: UInt64 = 0
        guard imgindex_volume(descriptor.number, &kind, &number) == 0 else { return nil }
        let mount = Mount.of(descriptor)
        let type = mount?.type ?? "0x" + String(kind, radix: 16)
        if let uuid = uuid(of: UInt64(bitPattern: device)) {
            return Volume(identity: Array("uuid:".utf8) + uuid, type: type)
        }
        var identity = Array(type.utf8) + [UInt8(ascii: ":")] + (mount?.source ?? [])
        if Self.kindsWithLastingNumber.contains(type) && number != 0 {
            // The source of these is a device node, whose name may change.
            identity = Array("\(type):\(String(number, radix: 16))".utf8)
        }
        return Volume(identity: identity, type: type)
    }

    /// The kinds whose `f_fsid` is made of what is stored in the file system; tmpfs and ramfs, which store nothing,
    /// have one for each mount.
    private static let kindsWithLastingNumber: Set<String> = [
        "ext2", "ext3", "ext4", "btrfs", "f2fs", "zfs", "bcachefs", "erofs", "tmpfs",
    ]

    /// The UUID that udev found on a block device.
    private func uuid(of device: UInt64) -> [UInt8]? {
        let folder = Array("/dev/disk/by-uuid".utf8)
        guard case .success(let links) = Descriptor.open(folder, in: AT_FDCWD) else { return nil }
        var reader = EntryReader(links)
        guard case .complete = reader.readAll() else { return nil }
        for item in reader.finish() where withCString(item.name, { imgindex_block_device(links.number, $0) }) == device
        {
            return item.name
        }
        return nil
    }
}

/// A line of `/proc/self/mountinfo`.
struct Mount: Equatable {
    let type: String
    let source: [UInt8]

    /// The mount that a folder is on.
    static func of(_ descriptor: Descriptor) -> Mount? {
        guard let number = mountNumber(of: descriptor), let table = contents(of: "/proc/self/mountinfo") else {
            return nil
        }
        return Mount(number: number, in: table)
    }

    /// Finds a mount by its number.
    ///
    /// A line: number, parent, major:minor, root, mount point, options, any number of tags, `-`, type, source, options.
    /// Spaces in names are written `\040`.
    init?(number: [UInt8], in table: [UInt8]) {
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "))
            guard words.count > 6, words[0].elementsEqual(number),
                let dash = words[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }), dash + 2 < words.count
            else { continue }
            type = String(decoding: words[dash + 1], as: UTF8.self)
            source = Array(words[dash + 2])
            return
        }
        return nil
    }

    /// The number of the mount that an open file is on, from `/proc/self/fdinfo`: `mnt_id:	29`.
    private static func mountNumber(of descriptor: Descriptor) -> [UInt8]? {
        guard let info = contents(of: "/proc/self/fdinfo/\(descriptor.number)") else { return nil }
        for line in info.split(separator: UInt8(ascii: "\n")) where line.starts(with: "mnt_id:".utf8) {
            return line.drop { $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: " ") }
                .filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        return nil
    }

    /// The bytes of a file of the kernel's; nil if it cannot be read.
    private static func contents(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            bytes += buffer[..<min(count, buffer.count)]
        }
    }
}
