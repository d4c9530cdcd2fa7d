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
    /// - Throws: Why it could not be asked: a guess instead would be another volume.
    func volume(of device: Int64, _ descriptor: Descriptor) throws(ListingError) -> Volume? {
        if let known = volumes.withLock({ $0[device] }) { return known }
        // Not under the lock: reads files. Two lanes may do it at once, and find the same.
        let found = try look(device, descriptor)
        volumes.withLock { $0[device] = .some(found) }
        return found
    }

    private func look(_ device: Int64, _ descriptor: Descriptor) throws(ListingError) -> Volume? {
        var kind: UInt64 = 0
        var number: UInt64 = 0
        guard imgindex_volume(descriptor.number, &kind, &number) == 0 else {
            if errno == ENOSYS { return nil }
            throw .last("fstatfs")
        }
        let mount = try Mount.of(descriptor.number)
        let type = mount?.type ?? "0x" + String(kind, radix: 16)
        if let uuid = try uuid(of: UInt64(bitPattern: device)) {
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

    /// The UUID that udev found on a block device; nil if there is none, or no udev.
    private func uuid(of device: UInt64) throws(ListingError) -> [UInt8]? {
        let links: Descriptor
        switch Descriptor.open(Array("/dev/disk/by-uuid".utf8), in: AT_FDCWD) {
        case .success(let folder): links = folder
        case .failure(let error) where error.meaning == .vanished: return nil
        case .failure(let error): throw error
        }
        var reader = EntryReader(links)
        if case .brokenOff(let error) = reader.readAll() { throw error }
        for item in reader.finish() where withCString(item.name, { imgindex_block_device(links.number, $0) }) == device
        {
            return item.name
        }
        return nil
    }
}
